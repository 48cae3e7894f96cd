export { readActivity } from './activity.ts';
export {
  deleteCredentialEvents,
  deleteOldMemberEvents,
  eraseFromEvents,
  eventsWork,
  recordEmailDelivered,
  recordEvent,
  recordEventOfEach,
  recordMemberEvents,
} from './record.ts';
export { type EventCause, recordEvents } from './sql.ts';
