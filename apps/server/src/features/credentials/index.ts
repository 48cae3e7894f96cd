export {
  type CorrectableCredential,
  type CorrectableValues,
  type Correction,
  lockToCorrect,
  readToCorrect,
} from './correct-store.ts';
export {
  type CredentialChange,
  decideCorrection,
  findRenewalError,
  formatCorrectableValues,
} from './decide-correction.ts';
export {
  blockBadgesToErase,
  type EraseAddressDeps,
  type EraseDeps,
  type ErasureResult,
  eraseAddress,
  eraseCredentials,
  eraseMany,
  eraseOne,
  invalidateErased,
} from './erase.ts';
export { type CredentialInput, issueStatement } from './issue.ts';
export {
  createDuplicateCheck,
  type IssuedInput,
  issueMany,
  lockRemainingQuota,
} from './issue-many.ts';
export { findOwnDuplicate, issueManyStatement, readBadgeAttributes } from './issue-store.ts';
export {
  computeCorrectionEtag,
  computeRecipientId,
  findCriteria,
  findNewestIds,
  findUnmailable,
  toCredentialItem,
  toCriteria,
} from './list.ts';
export { correctMany, updateEditions } from './next-edition.ts';
export { revokeMany } from './revoke.ts';
export { measureCredentials, registerCredentials, registerCredentialsWork } from './routes.ts';
export {
  computeCredentialStatus,
  foldFilter,
  simpleCharacters,
  stableCharacters,
} from './rules.ts';
export { type CredentialCriteria, isSearchIndexed } from './sql.ts';
export { listRecipientCredentials, lockCredential } from './store.ts';
