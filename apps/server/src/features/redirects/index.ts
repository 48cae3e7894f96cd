export { redirectOldAddresses } from './answer.ts';
export { registerRedirects } from './routes.ts';
