export { readAnswer } from './read-answer.ts';
export { isJwt, isSigned, readValue } from './recognize.ts';
export { heldIn, textIn } from './text-in.ts';
export type { Verdict } from './verdict.ts';
export { type VerifyOptions, verify } from './verify.ts';
