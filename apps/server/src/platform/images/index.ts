export { isCid } from './cid.ts';
export { fileStore, type ImageStore } from './file-store.ts';
export { type Kept, keepImage, storeImage } from './keep.ts';
