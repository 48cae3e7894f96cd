export { registerReminders } from './routes.ts';
export { digestMailKind, reminderMailKind } from './texts.ts';
export { registerRemindersWork } from './work.ts';
