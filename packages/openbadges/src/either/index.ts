export { heldIn, isJwt, isSigned, readValue, textIn } from './recognize.ts';
export type { Verdict } from './verify.ts';
export { readAnswer, type VerifyOptions, verify } from './verify.ts';
