export { pageReads } from './cached-pages.ts';
export { createLearnerWalletLink, createShareLinks, type ShareLink } from './credential-view.ts';
export { getNotFoundTexts, replyNotFound } from './not-found.ts';
export { registerPages } from './routes.ts';
