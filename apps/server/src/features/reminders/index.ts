export { registerReminders } from './routes.ts';
export { lockReminderCursor, selectExpiring } from './store.ts';
export {
  digestMailKind,
  formatTimeLeft,
  getReminderTexts,
  REMINDER_DAYS,
  reminderEmail,
} from './texts.ts';
export { registerRemindersWork } from './work.ts';
