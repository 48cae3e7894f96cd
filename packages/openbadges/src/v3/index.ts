export { addressToDid, didToAddress } from './did.ts';
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
export {
  controllerDocument,
  createWebCryptoEd25519Signer,
  createWebCryptoEs256Signer,
  type GeneratedKey,
  generateKey,
  importEd25519Signer,
  /** @deprecated Use `importEd25519Signer`. */
  importEd25519Signer as ed25519SignerOf,
  importEs256Signer,
  type PublishedKey,
  type Signer,
  verificationMethodId,
} from './keys.ts';
export { type SignedDocument, signCredential, signCredentialJwt, signStatusList } from './sign.ts';
export {
  decodeStatusList,
  emptyStatusList,
  encodeStatusList,
  MIN_STATUS_LIST_ENTRIES,
  readStatus,
  type StatusListFacts,
  statusListDocument,
  writeStatus,
} from './status-list.ts';
