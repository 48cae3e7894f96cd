export { assignMissingEntries } from './assign-entry.ts';
export { badgeVersionImages, signedLogos } from './entry-store.ts';
export { countLostKeys, issuerKeySecrets, openIssuerKeys, sealIssuerKeys } from './keys.ts';
export { registerSigning, registerSigningWork } from './routes.ts';
export { createSigning, createWalletOffer, type Signing } from './sign.ts';
export { SignerCache } from './signers.ts';
export {
  closeStatusLists,
  markRevokedInLists,
  statusCacheTag,
  statusListCacheTag,
} from './status-lists.ts';
