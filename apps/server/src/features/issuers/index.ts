export {
  brandLogos,
  brandSignatures,
  isDefaultDesign,
  setDefaultDesignVersion,
} from './brand/store.ts';
export { buildUnsavedBrand, findBrandErrors } from './brand/update.ts';
export type { ChooseDesigns } from './deps.ts';
export { registerIssuers } from './routes.ts';
export { defaultStoredBrand } from './sql.ts';
export {
  deleteUnusedIssuerRow,
  hasIssuer,
  issuerLogos,
  keepIssuerVersion,
  lockAndCountIssuers,
  lockIssuer,
  lockIssuerBadges,
} from './store.ts';
export { issuerCodeMailKind } from './verify.ts';
