import type { S3Place } from '../s3.ts';
import { folderRepository } from './folder.ts';
import type { Repository } from './repository.ts';

/** Opens a folder or an S3 bucket. Loads the SDK only if needed. */
export async function openRepository(place: string | S3Place): Promise<Repository> {
  if (typeof place === 'string') return folderRepository(place);
  const { s3Repository } = await import('./s3-repository.ts');
  return s3Repository(place);
}
