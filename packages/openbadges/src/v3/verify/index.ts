export { bundled, type Contexts } from './contexts.ts';
export type { CreateMessageDigest, Digest, HashName } from './digest.ts';
export type { Disclosure } from './disclosure.ts';
export type { Check, CheckName, Status } from './report.ts';
export { type Fault, faultsOfBadgeCredential, faultsOfCredential } from './shape.ts';
export { type Found, type Verdict, type VerifyOptions, verify } from './verify.ts';
