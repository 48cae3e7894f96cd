export { readActivity } from './activity.ts';
export {
  deleteCredentialEvents,
  deleteOldAccountEvents,
  eraseFromEvents,
  eventsWork,
  recordAccountEvents,
  recordCredentialEvents,
  recordEmailDelivered,
  recordEvent,
} from './record.ts';
export { type EventCause, recordEvents } from './sql.ts';
