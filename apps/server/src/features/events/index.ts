export { readActivity } from './activity.ts';
export {
  deleteCredentialEvents,
  eraseFromEvents,
  eventsWork,
  recordEmailDelivered,
  recordEvent,
  recordEventOfEach,
} from './record.ts';
export { type EventCause, recordEvents } from './sql.ts';
