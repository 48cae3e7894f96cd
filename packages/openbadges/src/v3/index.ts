export { addressOfDid, didOfAddress } from './did.ts';
export { credentialDocument, profileDocument } from './documents.ts';
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
  ed25519SignerOf,
  es256SignerOf,
  generateKey,
  type NewKey,
  type PublishedKey,
  verificationMethodId,
} from './keys.ts';
export { credentialsContext, openBadgesContext } from './present.ts';
export { type Signed, signCredential, signStatusList } from './sign.ts';
export { signCredentialJwt } from './sign-jwt.ts';
export { ed25519Signer, es256Signer, type Signer } from './signer.ts';
export {
  decodeStatusList,
  emptyStatusList,
  encodeStatusList,
  fewestEntries,
  readStatus,
  type StatusListFacts,
  statusListDocument,
  writeStatus,
} from './status-list.ts';
