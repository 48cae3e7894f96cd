export { credentialMail, shareMail, visitorMail } from './kinds.ts';
export { mailRoutes } from './mail-routes.ts';
export { sharingRoutes } from './routes.ts';
export { recordDelivery } from './send.ts';
export { sendMany } from './send-many.ts';
export { isSuppressed } from './sql.ts';
export { holdCredential } from './store.ts';
export { unsubscribePages } from './unsubscribe-page.ts';
