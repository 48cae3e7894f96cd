export { credentialsContext, openBadgesContext } from './contexts.ts';
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
export { type Signed, signCredential, signStatusList } from './sign.ts';
export { ed25519Signer, es256Signer, type Signer } from './signer.ts';
