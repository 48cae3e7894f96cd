export {
  addressToDid,
  /** @deprecated Use `addressToDid`. */
  addressToDid as didOfAddress,
  didToAddress,
  /** @deprecated Use `didToAddress`. */
  didToAddress as addressOfDid,
} from './did.ts';
export {
  credentialDocument,
  credentialsContext,
  openBadgesContext,
  profileDocument,
} from './documents.ts';
export type {
  AchievementFacts,
  AlignmentFacts,
  CredentialFacts,
  EvidenceFacts,
  IdentifierFacts,
  Image,
  ProfileFacts,
  ResultFacts,
  StatusEntryFacts,
  SubjectFacts,
} from './facts.ts';
export { encodeDidJwk, type HolderJwk, type HolderKey, readHolderKey } from './holder.ts';
export {
  controllerDocument,
  createWebCryptoEd25519Signer,
  /** @deprecated Use `createWebCryptoEd25519Signer`. */
  createWebCryptoEd25519Signer as ed25519Signer,
  createWebCryptoEs256Signer,
  /** @deprecated Use `createWebCryptoEs256Signer`. */
  createWebCryptoEs256Signer as es256Signer,
  type GeneratedKey,
  /** @deprecated Use `GeneratedKey`. */
  type GeneratedKey as NewKey,
  generateKey,
  importEd25519Signer,
  /** @deprecated Use `importEd25519Signer`. */
  importEd25519Signer as ed25519SignerOf,
  importEs256Signer,
  /** @deprecated Use `importEs256Signer`. */
  importEs256Signer as es256SignerOf,
  type PublishedKey,
  type Signer,
  verificationMethodId,
} from './keys.ts';
export { openBadgeVct, signSdJwtVc } from './sd-jwt.ts';
export {
  type SignedDocument,
  /** @deprecated Use `SignedDocument`. */
  type SignedDocument as Signed,
  signCredential,
  signCredentialJwt,
  signStatusList,
} from './sign.ts';
export {
  decodeStatusList,
  decodeTokenStatusList,
  emptyStatusList,
  encodeStatusList,
  MIN_STATUS_LIST_ENTRIES,
  /** @deprecated Use `MIN_STATUS_LIST_ENTRIES`. */
  MIN_STATUS_LIST_ENTRIES as fewestEntries,
  readStatus,
  readTokenStatus,
  type StatusListFacts,
  type StatusListTokenFacts,
  signStatusListToken,
  statusListClaims,
  statusListDocument,
  type TokenStatusList,
  writeStatus,
} from './status-list.ts';
