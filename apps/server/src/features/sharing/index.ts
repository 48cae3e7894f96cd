export { credentialLetter } from './letters.ts';
export { mailRoutes } from './mail-routes.ts';
export { sharingRoutes } from './routes.ts';
export { recordDelivery } from './send.ts';
export { suppressedAmong } from './suppression-store.ts';
export { unsubscribePages } from './unsubscribe-page.ts';
