export { hideMyCredentials, moveBelongings, registerMy } from './routes.ts';
export { getMyTexts } from './texts.ts';
export { getAddressTexts } from './texts/addresses.ts';
export { getDataTexts } from './texts/data.ts';
export { getGalleryTexts } from './texts/galleries.ts';
export { getImportTexts } from './texts/imports.ts';
