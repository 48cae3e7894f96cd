export { findBrandErrors } from './brand/pictures.ts';
export { brandLogos, brandSignatures } from './brand/store.ts';
export { buildUnsavedBrand } from './brand/update.ts';
export { registerIssuers } from './routes.ts';
export { defaultStoredBrand } from './sql.ts';
export { deleteUnusedIssuerRow, issuerLogos } from './store.ts';
export { issuerCodeMailKind } from './verify.ts';
