export { hideMyCredentials, moveBelongings, registerMy } from './routes.ts';
export { getAddressTexts } from './texts/addresses.ts';
export { getDataTexts } from './texts/data.ts';
export { getGalleryTexts } from './texts/galleries.ts';
export { getImportTexts } from './texts/imports.ts';
export { getMyTexts } from './texts.ts';
