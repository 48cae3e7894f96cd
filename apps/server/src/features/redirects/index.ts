export { redirectOldUrls } from './answer.ts';
export { registerRedirects } from './routes.ts';
