export type { Answer, Outcome, ReadDocument } from '../shared/reader.ts';
export { type CheckInput, check, type Verdict } from './check.ts';
export {
  type Assertion,
  assertionDocument,
  type BadgeClass,
  badgeDocument,
  context,
  type IssuerProfile,
  issuerDocument,
  revokedDocument,
} from './documents.ts';
export type { Source } from './find.ts';
export type { Found } from './found.ts';
export { isRecipient } from './recipient.ts';
export type { Check, CheckName, Status } from './report.ts';
export { isInScope } from './scope.ts';
export { type Fault, faultsOfAssertion, faultsOfBadge, faultsOfIssuer } from './shape.ts';
