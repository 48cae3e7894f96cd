export { transferMailKind } from './emails.ts';
export { registerTransfers } from './routes.ts';
export { isAccountMoving, tidyTransfers } from './store.ts';
export { registerTransfersWork } from './work.ts';
