export { recordDelivered, recordEvent } from './record.ts';
export { insertEvents } from './store.ts';
export { timelineOf } from './timeline.ts';
