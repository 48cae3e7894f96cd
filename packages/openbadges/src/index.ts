export { bakePng } from './baking/bake.ts';
export { unbake } from './baking/unbake.ts';
export { hashIdentity } from './shared/identity.ts';
export type { Json } from './shared/read.ts';
export {
  type Answer,
  type Assertion,
  assertionDocument,
  type BadgeClass,
  badgeDocument,
  type Check,
  type CheckInput,
  type CheckName,
  check,
  context,
  type Fault,
  type Found,
  faultsOfAssertion,
  faultsOfBadge,
  faultsOfIssuer,
  type IssuerProfile,
  isInScope,
  isRecipient,
  issuerDocument,
  type Outcome,
  type ReadDocument,
  revokedDocument,
  type Source,
  type Status,
  type Verdict,
} from './v2/index.ts';
