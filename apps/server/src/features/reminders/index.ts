export { registerReminders } from './routes.ts';
export { lockReminderCursor, selectExpiring } from './store.ts';
export { digestMailKind, getReminderTexts, reminderEmail, reminderMailKind } from './texts.ts';
export { registerRemindersWork } from './work.ts';
