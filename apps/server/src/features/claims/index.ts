export { eraseFromClaims } from './erase.ts';
export { registerClaims } from './routes.ts';
export { deleteBadgeClaims } from './store.ts';
export { claimCodeMailKind } from './texts.ts';
export { registerClaimsWork } from './work.ts';
