export { ensureShortCode } from './assign.ts';
export { findByShortCode } from './find.ts';
export { registerShortCodes } from './routes.ts';
export { findOwnIdByShortCode, listShortCodes } from './store.ts';
