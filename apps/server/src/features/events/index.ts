export { eventsWork, recordDelivered, recordEvent } from './record.ts';
export { timelineOf } from './timeline.ts';
