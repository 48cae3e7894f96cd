export { chooseDesigns, requireDesign } from './manage.ts';
export { registerCertificates } from './routes.ts';
export { findDesignErrors } from './rules.ts';
export { certificatePictures, findDesignVersion } from './store.ts';
export { registerCertificatesWork } from './work.ts';
