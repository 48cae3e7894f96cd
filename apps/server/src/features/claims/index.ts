export { eraseFromClaims } from './erase.ts';
export { registerClaims } from './routes.ts';
export { deleteBadgeClaims } from './store.ts';
export { type ClaimMail, claimCodeEmail, claimCodeMailKind, getClaimTexts } from './texts.ts';
export { registerClaimsWork } from './work.ts';
