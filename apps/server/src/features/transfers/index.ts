export { transferMailKind } from './emails.ts';
export { moveIssuer } from './move.ts';
export { registerTransfers } from './routes.ts';
export { hasOpenTransfer, isAccountMoving, lockAccounts, tidyTransfers } from './store.ts';
export { registerTransfersWork } from './work.ts';
