export { badgePage } from './badge-page.ts';
export { credentialPage } from './credential-page.ts';
export { issuerPage } from './issuer-page.ts';
export { oembedRoute } from './oembed.ts';
