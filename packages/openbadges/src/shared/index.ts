export { hashIdentity } from './identity.ts';
export { type Outcome, overall } from './outcome.ts';
export type { Json } from './read.ts';
export type { Answer, ReadDocument } from './reader.ts';
