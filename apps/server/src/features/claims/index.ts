export { registerClaims } from './routes.ts';
export { claimCodeMailKind } from './texts.ts';
export { registerClaimsWork } from './work.ts';
