export type { ShapeError } from '../../shared/read.ts';
export type { FoundCredential } from './contents.ts';
export { bundled, type Contexts } from './contexts.ts';
export type { CreateMessageDigest, Digest, HashName } from './digest.ts';
export type { SelectiveDisclosure } from './disclosure.ts';
export { open, type ParsedDocument, type ParseFailure } from './open.ts';
export type { CredentialCheck, CredentialCheckName, VerdictStatus } from './report.ts';
export { findBadgeCredentialErrors, findCredentialErrors } from './shape.ts';
export {
  findEndorsementErrors,
  findLearnerRecordErrors,
  findPresentationErrors,
} from './shape-kinds.ts';
export {
  type VerifyCredentialOptions,
  verifyCredential,
  /** @deprecated Use `verifyCredential`. */
  verifyCredential as verify,
  verifyParsed,
} from './verify.ts';
export type { CredentialVerdict } from './verify-opened.ts';
