export { createMailCap, type MailCap } from './cap.ts';
export { unsubscribePages } from './pages.ts';
export { mailRoutes } from './routes.ts';
export { suppressedAmong } from './store.ts';
