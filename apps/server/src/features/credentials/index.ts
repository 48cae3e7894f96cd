export type { CredentialInput } from './columns.ts';
export { attributesOfBadge } from './details-store.ts';
export { eraseCredentials } from './erase-many.ts';
export { criteriaOf } from './filter.ts';
export {
  duplicatesAmong,
  type Issued,
  issueMany,
  quotaLeft,
} from './issue-many.ts';
export { issueManyStatement, issueStatement } from './issue-store.ts';
export { newestFound } from './list.ts';
export { registerCredentials } from './register.ts';
export { revokeMany } from './revoke.ts';
export { fold } from './rules.ts';
export type { Criteria } from './store.ts';
export { measureCredentials } from './watch.ts';
export { registerCredentialsWork } from './work.ts';
