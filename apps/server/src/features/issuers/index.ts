export { findBrandErrors } from './brand/pictures.ts';
export { brandLogos, brandSignatures } from './brand/store.ts';
export { buildUnsavedBrand } from './brand/unsaved-brand.ts';
export { issuerCodeMailKind } from './issuer-code.ts';
export { registerIssuers } from './register.ts';
export { deleteUnusedIssuerRow, issuerLogos } from './store.ts';
