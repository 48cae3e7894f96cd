export type { FoundAssertion } from '../shared/found.ts';
export type { ShapeError } from '../shared/read.ts';
export type { Answer, Outcome, ReadDocument } from '../shared/reader.ts';
export { isRecipient } from '../shared/recipient.ts';
export { type AssertionVerdict, type CheckInput, check } from './check.ts';
export {
  type Assertion,
  assertionDocument,
  type BadgeClass,
  badgeDocument,
  type IssuerProfile,
  issuerDocument,
  openBadges2Context,
  revokedDocument,
} from './documents.ts';
export type { Source } from './find.ts';
export type { AssertionCheck, AssertionCheckName, AssertionStatus } from './report.ts';
export {
  findAssertionErrors,
  /** @deprecated Use `findAssertionErrors`. */
  findAssertionErrors as faultsOfAssertion,
  findBadgeErrors,
  /** @deprecated Use `findBadgeErrors`. */
  findBadgeErrors as faultsOfBadge,
  findIssuerErrors,
  /** @deprecated Use `findIssuerErrors`. */
  findIssuerErrors as faultsOfIssuer,
  isInScope,
} from './rules.ts';
