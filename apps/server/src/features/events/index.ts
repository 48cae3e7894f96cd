export { readActivity } from './activity.ts';
export {
  deleteCredentialEvents,
  deleteOldAccountEvents,
  eraseFromEvents,
  eventsWork,
  recordAccountEvents,
  recordEmailDelivered,
  recordEvent,
  recordEventOfEach,
} from './record.ts';
export { type EventCause, recordEvents } from './sql.ts';
