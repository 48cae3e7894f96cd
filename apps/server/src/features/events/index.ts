export { eventsWork, recordDelivered, recordEvent } from './record.ts';
export type { Cause } from './sql.ts';
export { dropEventsOf } from './store.ts';
export { timelineOf } from './timeline.ts';
