export { createMailCap, type MailCap } from './cap.ts';
export { unsubscribePages } from './pages.ts';
export { type MailDeps, mailRoutes } from './routes.ts';
export { suppressedAmong } from './store.ts';
