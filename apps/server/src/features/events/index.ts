export { type EventRow, eventsOf, insertEvent } from './store.ts';
