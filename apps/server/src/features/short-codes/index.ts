export { ensureShortCode } from './assign.ts';
export { registerShortCodes } from './routes.ts';
