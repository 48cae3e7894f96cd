export { imageChores } from './chores.ts';
export { computeCid, isCid, parseCid } from './cid.ts';
export { encodePreview, PAGE_SIDE } from './encode.ts';
export { type ImageStore, loadPicture, StoreUnavailable } from './image-store.ts';
export {
  decodePdf,
  findBackgroundErrors,
  findImageErrors,
  readColorJpegSize,
  readPictureShape,
} from './inspect.ts';
export {
  createCachedImageStore,
  createFileStore,
  describePlace,
  type ImagePlace,
  isSamePlace,
  openImagePlace,
  openImageStore,
} from './open-images.ts';
export { loadSharp, openPixels, type Pixels, pictureFigures, runImageWork } from './pixels.ts';
export {
  countDamaged,
  countImages,
  findUnknownCids,
  type KnownImage,
  listImagesAfter,
  listImageUses,
  recordChecked,
  runWhileAbsent,
} from './rows-store.ts';
export type { ImageReference } from './sql.ts';
export {
  decodeImage,
  type StoredImage,
  saveImage,
  storeBlob,
  storeImage,
  storePage,
  storePixels,
} from './store-image.ts';
