import type { S3Place } from '../../platform/images/s3.ts';
import { createFolderRepository } from './folder.ts';
import type { Repository } from './repository.ts';

/** Opens a folder or an S3 bucket. Loads the SDK only if needed. */
export async function openRepository(place: string | S3Place): Promise<Repository> {
  if (typeof place === 'string') return createFolderRepository(place);
  const { createS3Repository: s3Repository } = await import('./s3-repository.ts');
  return s3Repository(place);
}
