import { join } from 'node:path';
import type { S3Place } from '../s3.ts';
import { fileStore } from './file-store.ts';
import type { ImageStore } from './image-store.ts';

/** The one that is configured. The SDK is loaded only where it is used. */
export async function openImageStore(place: {
  imageStore: S3Place | undefined;
  dataDir: string;
}): Promise<ImageStore> {
  if (!place.imageStore) return fileStore(join(place.dataDir, 'images'));
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(place.imageStore);
}
