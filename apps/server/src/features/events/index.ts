export { readActivity } from './activity.ts';
export {
  deleteCredentialEvents,
  eventsWork,
  recordEmailDelivered,
  recordEvent,
  recordEventOfEach,
} from './record.ts';
export { type EventCause, recordEvents } from './sql.ts';
