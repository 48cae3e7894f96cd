export { registerRemindersWork } from './remind.ts';
export { registerReminders } from './routes.ts';
export { lockReminderCursor, selectExpiring } from './store.ts';
export {
  digestMailKind,
  formatTimeLeft,
  getReminderTexts,
  REMINDER_DAYS,
  reminderEmail,
} from './texts.ts';
