export { eraseFromClaims, registerClaimsWork } from './manage.ts';
export { registerClaims } from './routes.ts';
export { deleteBadgeClaims } from './store.ts';
export { type ClaimMail, claimCodeEmail, claimCodeMailKind, getClaimTexts } from './texts.ts';
