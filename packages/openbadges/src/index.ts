export { bakePng } from './baking/bake.ts';
export { unbake } from './baking/unbake.ts';
export type { Json } from './shared/read.ts';
export { hashIdentity } from './shared/recipient.ts';
export {
  type Answer,
  type Assertion,
  type AssertionCheck,
  /** @deprecated Use `AssertionCheck`. */
  type AssertionCheck as Check,
  type AssertionCheckName,
  /** @deprecated Use `AssertionCheckName`. */
  type AssertionCheckName as CheckName,
  type AssertionStatus,
  /** @deprecated Use `AssertionStatus`. */
  type AssertionStatus as Status,
  type AssertionVerdict,
  /** @deprecated Use `AssertionVerdict`. */
  type AssertionVerdict as Verdict,
  assertionDocument,
  type BadgeClass,
  badgeDocument,
  type CheckInput,
  check,
  checkScope,
  /** @deprecated Use `checkScope`. */
  checkScope as isInScope,
  type FoundAssertion,
  /** @deprecated Use `FoundAssertion`. */
  type FoundAssertion as Found,
  faultsOfAssertion,
  faultsOfBadge,
  faultsOfIssuer,
  findAssertionErrors,
  findBadgeErrors,
  findIssuerErrors,
  type IssuerProfile,
  isRecipient,
  issuerDocument,
  type Outcome,
  openBadges2Context,
  /** @deprecated Use `openBadges2Context`. */
  openBadges2Context as context,
  type ReadDocument,
  revokedDocument,
  type ShapeError,
  /** @deprecated Use `ShapeError`. */
  type ShapeError as Fault,
  type Source,
} from './v2/index.ts';
