export type {
  ShapeError,
  /** @deprecated Use `ShapeError`. */
  ShapeError as Fault,
} from '../../shared/read.ts';
export { type VerifyHolderOptions, verifyHolder } from './check-presentation.ts';
export type {
  FoundCredential,
  /** @deprecated Use `FoundCredential`. */
  FoundCredential as Found,
} from './contents.ts';
export { bundled, type Contexts } from './contexts.ts';
export type { CreateMessageDigest, Digest, HashName } from './digest.ts';
export type {
  SelectiveDisclosure,
  /** @deprecated Use `SelectiveDisclosure`. */
  SelectiveDisclosure as Disclosure,
} from './disclosure.ts';
export { open, openValue, type ParsedDocument, type ParseFailure } from './open.ts';
export type {
  CredentialCheck,
  /** @deprecated Use `CredentialCheck`. */
  CredentialCheck as Check,
  CredentialCheckName,
  /** @deprecated Use `CredentialCheckName`. */
  CredentialCheckName as CheckName,
  VerdictStatus,
  /** @deprecated Use `VerdictStatus`. */
  VerdictStatus as Status,
} from './report.ts';
export {
  findBadgeCredentialErrors,
  /** @deprecated Use `findBadgeCredentialErrors`. */
  findBadgeCredentialErrors as faultsOfBadgeCredential,
  findCredentialErrors,
  /** @deprecated Use `findCredentialErrors`. */
  findCredentialErrors as faultsOfCredential,
} from './shape.ts';
export {
  findEndorsementErrors,
  /** @deprecated Use `findEndorsementErrors`. */
  findEndorsementErrors as faultsOfEndorsement,
  findLearnerRecordErrors,
  /** @deprecated Use `findLearnerRecordErrors`. */
  findLearnerRecordErrors as faultsOfRecord,
  findPresentationErrors,
  /** @deprecated Use `findPresentationErrors`. */
  findPresentationErrors as faultsOfPresentation,
} from './shape-kinds.ts';
export {
  type VerifyCredentialOptions,
  /** @deprecated Use `VerifyCredentialOptions`. */
  type VerifyCredentialOptions as VerifyOptions,
  verifyCredential,
  /** @deprecated Use `verifyCredential`. */
  verifyCredential as verify,
  verifyParsed,
} from './verify.ts';
export type {
  CredentialVerdict,
  /** @deprecated Use `CredentialVerdict`. */
  CredentialVerdict as Verdict,
} from './verify-opened.ts';
