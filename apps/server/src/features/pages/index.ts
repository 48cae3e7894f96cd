export { pageReads } from './cached-pages.ts';
export { replyNotFound } from './not-found.ts';
export { registerPages } from './routes.ts';
