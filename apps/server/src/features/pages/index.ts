export { pageReads } from './cached-pages.ts';
export { getNotFoundTexts, replyNotFound } from './not-found.ts';
export { registerPages } from './routes.ts';
