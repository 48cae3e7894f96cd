export { createRequest, type RequestDeps } from './create.ts';
export { registerRequests } from './routes.ts';
export { deleteOwnRequests, listOwnRequests } from './store.ts';
export { erasedMailKind, requestMailKind } from './texts.ts';
