export { registerShortCodes } from './routes.ts';
export { ensureShortCode, findByShortCode } from './short-code.ts';
export { findOwnIdByShortCode, listShortCodes } from './store.ts';
