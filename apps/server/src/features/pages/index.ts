export { pageReads } from './cached-pages.ts';
export { registerPages, replyNotFound } from './routes.ts';
