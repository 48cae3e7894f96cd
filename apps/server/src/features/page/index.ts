export { credentialPage } from './credential-page.ts';
export { oembedRoute } from './oembed.ts';
