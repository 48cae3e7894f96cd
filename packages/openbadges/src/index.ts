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
export { hashIdentity } from './identity.ts';
