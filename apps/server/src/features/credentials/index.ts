export type { CredentialInput } from './columns.ts';
export { readBadgeAttributes } from './details-store.ts';
export { eraseCredentials } from './erase-many.ts';
export { toCriteria } from './filter.ts';
export {
  createDuplicateCheck,
  type IssuedInput,
  issueMany,
  lockRemainingQuota,
} from './issue-many.ts';
export { issueManyStatement, issueStatement } from './issue-store.ts';
export { findNewestIds } from './list.ts';
export { registerCredentials } from './register.ts';
export { revokeMany } from './revoke.ts';
export { fold } from './rules.ts';
export type { CredentialCriteria } from './store.ts';
export { measureCredentials } from './watch.ts';
export { registerCredentialsWork } from './work.ts';
