export { imageChores } from './chores.ts';
export { isCid } from './cid.ts';
export { fileStore } from './file-store.ts';
export type { ImageStore } from './image-store.ts';
export { imageFaults } from './inspect.ts';
export { decodeImage, keepImage, type StoredImage, storeBlob, storeImage } from './keep.ts';
export { openImageStore } from './open-images.ts';
export { countDamaged } from './rows-store.ts';
