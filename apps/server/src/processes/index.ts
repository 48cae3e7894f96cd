export { configFor, ordersGiven, siblings, tell } from './child.ts';
export { startPrimary } from './primary.ts';
