export { credentialChores } from './chores.ts';
export type { CredentialDeps } from './deps.ts';
export { credentialLifeRoutes } from './life-routes.ts';
export { credentialMailRoutes } from './mail-routes.ts';
export { credentialRoutes } from './routes.ts';
export { recordDelivery } from './send.ts';
export { issueStatement } from './store.ts';
