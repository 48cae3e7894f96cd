export { createRequest, type RequestDeps } from './create.ts';
export { registerRequests } from './routes.ts';
export { erasedMailKind, requestMailKind } from './texts.ts';
