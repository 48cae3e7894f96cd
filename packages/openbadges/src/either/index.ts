export { excess } from '../v3/verify/limits.ts';
export { isJwt, isSigned, readValue } from './recognize.ts';
export { textIn } from './text-in.ts';
export type { Verdict } from './verdict.ts';
export { type VerifyOptions, verify } from './verify.ts';
