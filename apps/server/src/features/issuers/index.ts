export { brandLogos, brandSignatures } from './brand/store.ts';
export { issuerCodeMail } from './code.ts';
export { registerIssuers } from './register.ts';
export { deleteUnusedIssuerRow, issuerLogos } from './store.ts';
