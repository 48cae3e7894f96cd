export { createMailCaps, type MailCap, type StrangerCap } from './cap.ts';
export { unsubscribePages } from './pages.ts';
export { mailRoutes } from './routes.ts';
export { suppressedAmong } from './store.ts';
