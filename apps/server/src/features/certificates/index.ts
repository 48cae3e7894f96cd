export { chooseDesigns, findDrawableDesign, requireDesign } from './manage.ts';
export { registerCertificates, registerCertificatesWork } from './routes.ts';
export { findDesignErrors } from './rules.ts';
export { certificatePictures } from './store.ts';
