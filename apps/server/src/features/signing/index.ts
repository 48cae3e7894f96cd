export { badgeVersionImages, signedLogos } from './images.ts';
export { countLostKeys } from './lost-keys.ts';
export { registerSigning } from './register.ts';
export { issuerKeySecrets } from './reseal.ts';
export { registerSigningWork } from './revoke-signed.ts';
export { createSigning, type Signing } from './sign.ts';
export { SignerCache } from './signer-cache.ts';
export {
  closeStatusLists,
  markRevokedInLists,
  statusCacheTag,
  statusListCacheTag,
} from './status-lists.ts';
