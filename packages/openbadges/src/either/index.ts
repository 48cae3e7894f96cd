export {
  isJwt,
  isSigned,
  readAnswer,
  readCredentialFile,
  /** @deprecated Use `readCredentialFile`. */
  readCredentialFile as heldIn,
  readValue,
  unbakeCredential,
  /** @deprecated Use `unbakeCredential`. */
  unbakeCredential as textIn,
  type Verdict,
  type VerifyEitherOptions,
  /** @deprecated Use `VerifyEitherOptions`. */
  type VerifyEitherOptions as VerifyOptions,
  verifyEither,
  /** @deprecated Use `verifyEither`. */
  verifyEither as verify,
} from './verify.ts';
