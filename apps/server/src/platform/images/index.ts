export { imageChores } from './chores.ts';
export { isCid } from './cid.ts';
export { fileStore } from './file-store.ts';
export type { ImageStore } from './image-store.ts';
export { type Kept, keepImage, storeBlob, storeImage } from './keep.ts';
export { imageFaults } from './rules.ts';
