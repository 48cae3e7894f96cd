export { describeIdentity, type IdentityParts, identityParts } from './describe-identity.ts';
export {
  type Detail,
  type DetailCode,
  type DetailValue,
  describeDetail,
  detailTexts,
} from './finding.ts';
export type { FoundIssuer, ProvenBy } from './found.ts';
export {
  all,
  findDocument,
  first,
  firstText,
  getId,
  isObject,
  isOfType,
  type Json,
} from './read.ts';
export type { Answer, ReadDocument } from './reader.ts';
export { type Outcome, overall } from './reader.ts';
export { hashIdentity } from './recipient.ts';
