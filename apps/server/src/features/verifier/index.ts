export { createDigester, type Digester } from './digester.ts';
export { renderOfflinePage, renderOfflineVerifier } from './offline-page.ts';
export { type FileVerdict, toStorableDate } from './printed.ts';
export { isPdf } from './read-pdf.ts';
export { registerVerifier } from './routes.ts';
export { findVouchingHost, nameSignedBadge, toDisplayText } from './rules.ts';
export { findOwnCredential, isErasedHere, runChecks, type VerifyDeps } from './run.ts';
export { getVerifierTexts } from './texts/index.ts';
export { createTrustNote, translateIdentity } from './wording.ts';
