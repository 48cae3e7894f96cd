export { imageChores } from './chores.ts';
export { cidOf, isCid } from './cid.ts';
export { encodePreview } from './encode.ts';
export { fileStore } from './file-store.ts';
export { type ImageStore, StoreAway } from './image-store.ts';
export { imageFaults } from './inspect.ts';
export {
  decodeImage,
  keepImage,
  type StoredImage,
  storeBlob,
  storeDrawn,
  storeImage,
} from './keep.ts';
export { loadSharp } from './load-sharp.ts';
export {
  type ImagePlace,
  isSamePlace,
  nameOfPlace,
  openImagePlace,
  openImageStore,
} from './open-images.ts';
export type { Pixels } from './pixels.ts';
export { remembering } from './remembering.ts';
export {
  countDamaged,
  countImages,
  type ImageReference,
  imagesAfter,
  type KnownImage,
  noteChecked,
  unknownOf,
  usesOf,
  withoutRow,
} from './rows-store.ts';
export { inTurn, pictureFigures } from './turns.ts';
