export { registerProvisioning } from './provisioning.ts';
export { measureScim, registerScim } from './routes.ts';
export { deleteToken, listRequests, listTokens } from './store.ts';
