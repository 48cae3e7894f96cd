export { bakePng } from './baking/bake.ts';
export { unbake } from './baking/unbake.ts';
export type { Json } from './shared/read.ts';
export { hashIdentity } from './shared/recipient.ts';
export {
  type Answer,
  type Assertion,
  type AssertionCheck,
  type AssertionCheckName,
  type AssertionStatus,
  type AssertionVerdict,
  assertionDocument,
  type BadgeClass,
  badgeDocument,
  type CheckInput,
  check,
  type FoundAssertion,
  faultsOfAssertion,
  faultsOfBadge,
  faultsOfIssuer,
  findAssertionErrors,
  findBadgeErrors,
  findIssuerErrors,
  type IssuerProfile,
  isInScope,
  isRecipient,
  issuerDocument,
  type Outcome,
  openBadges2Context,
  type ReadDocument,
  revokedDocument,
  type ShapeError,
  type Source,
} from './v2/index.ts';
