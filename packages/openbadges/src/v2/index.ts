export type {
  FoundAssertion,
  /** @deprecated Use `FoundAssertion`. */
  FoundAssertion as Found,
} from '../shared/found.ts';
export type {
  ShapeError,
  /** @deprecated Use `ShapeError`. */
  ShapeError as Fault,
} from '../shared/read.ts';
export type { Answer, Outcome, ReadDocument } from '../shared/reader.ts';
export { isRecipient } from '../shared/recipient.ts';
export {
  type AssertionVerdict,
  /** @deprecated Use `AssertionVerdict`. */
  type AssertionVerdict as Verdict,
  type CheckInput,
  check,
} from './check.ts';
export {
  type Assertion,
  assertionDocument,
  type BadgeClass,
  badgeDocument,
  type IssuerProfile,
  issuerDocument,
  openBadges2Context,
  /** @deprecated Use `openBadges2Context`. */
  openBadges2Context as context,
  revokedDocument,
} from './documents.ts';
export type { Source } from './find.ts';
export type {
  AssertionCheck,
  /** @deprecated Use `AssertionCheck`. */
  AssertionCheck as Check,
  AssertionCheckName,
  /** @deprecated Use `AssertionCheckName`. */
  AssertionCheckName as CheckName,
  AssertionStatus,
  /** @deprecated Use `AssertionStatus`. */
  AssertionStatus as Status,
} from './report.ts';
export {
  checkScope,
  /** @deprecated Use `checkScope`. */
  checkScope as isInScope,
  findAssertionErrors,
  /** @deprecated Use `findAssertionErrors`. */
  findAssertionErrors as faultsOfAssertion,
  findBadgeErrors,
  /** @deprecated Use `findBadgeErrors`. */
  findBadgeErrors as faultsOfBadge,
  findIssuerErrors,
  /** @deprecated Use `findIssuerErrors`. */
  findIssuerErrors as faultsOfIssuer,
} from './rules.ts';
