export { registerClaims } from './routes.ts';
export { type ClaimMail, claimCodeEmail, claimCodeMailKind, getClaimTexts } from './texts.ts';
export { registerClaimsWork } from './work.ts';
