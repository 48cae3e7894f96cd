export { readActivity } from './activity.ts';
export { eventsWork, recordEmailDelivered, recordEvent } from './record.ts';
export type { EventCause } from './sql.ts';
export { deleteCredentialEvents } from './store.ts';
