export {
  isJwt,
  isSigned,
  readCredentialFile,
  /** @deprecated Use `readCredentialFile`. */
  readCredentialFile as heldIn,
  readValue,
  unbakeCredential,
  /** @deprecated Use `unbakeCredential`. */
  unbakeCredential as textIn,
} from './recognize.ts';
export type { Verdict } from './verify.ts';
export {
  readAnswer,
  type VerifyEitherOptions,
  /** @deprecated Use `VerifyEitherOptions`. */
  type VerifyEitherOptions as VerifyOptions,
  verifyEither,
  /** @deprecated Use `verifyEither`. */
  verifyEither as verify,
} from './verify.ts';
