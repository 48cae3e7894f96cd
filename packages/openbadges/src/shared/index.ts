export { hashIdentity } from './identity.ts';
export { type Outcome, overall } from './outcome.ts';
export {
  describeIdentity,
  type IdentityParts,
  identityParts,
  type ProvenBy,
} from './proven-by.ts';
export type { Json } from './read.ts';
export type { Answer, ReadDocument } from './reader.ts';
