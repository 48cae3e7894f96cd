export { correctMany } from './correct.ts';
export { type CorrectableCredential, type Correction, lockToCorrect } from './correct-store.ts';
export {
  type CredentialChange,
  decideCorrection,
  findRenewalError,
  formatCorrectableValues,
} from './decide-correction.ts';
export { type EraseManyDeps, eraseCredentials, eraseMany } from './erase.ts';
export { toCriteria } from './filter.ts';
export { type CredentialInput, issueStatement } from './issue.ts';
export {
  createDuplicateCheck,
  type IssuedInput,
  issueMany,
  lockRemainingQuota,
} from './issue-many.ts';
export { issueManyStatement, readBadgeAttributes } from './issue-store.ts';
export { computeCorrectionEtag, computeRecipientId, toCredentialItem } from './item.ts';
export { findNewestIds } from './list.ts';
export { revokeMany } from './revoke.ts';
export { registerCredentials } from './routes.ts';
export { fold } from './rules.ts';
export { isIndexable } from './sql.ts';
export { type CredentialCriteria, recipientCredentialsPage } from './store.ts';
export { type NewEdition, updateEditions } from './update-edition.ts';
export { measureCredentials, registerCredentialsWork } from './work.ts';
