export { registerProvisioning } from './provisioning.ts';
export { measureScim, registerScim } from './routes.ts';
export { type Directory, deleteToken, listRequests, listTokens } from './store.ts';
export { createUser } from './users.ts';
