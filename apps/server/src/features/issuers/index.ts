export { brandFaults } from './brand/pictures.ts';
export { brandLogos, brandSignatures } from './brand/store.ts';
export { unsavedBrand } from './brand/unsaved.ts';
export { issuerCodeMail } from './code.ts';
export { registerIssuers } from './register.ts';
export { deleteUnusedIssuerRow, issuerLogos } from './store.ts';
