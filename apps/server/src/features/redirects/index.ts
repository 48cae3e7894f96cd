export { redirectOldUrls } from './answer.ts';
export { createRedirectsCsv, eraseFromRedirects, registerRedirects } from './routes.ts';
export { type Redirect, readOldUrl, toKey } from './rules.ts';
