import { resolve } from 'node:path';
import { s3Place } from '../../config/index.ts';
import { openRepository, type Repository } from '../../platform/backup/index.ts';
import { refused } from '../fault.ts';

/** A folder, or `s3://bucket/prefix?endpoint=…&region=…` as IMAGE_STORE has it. */
export async function repositoryAt(text: string): Promise<Repository> {
  if (!text.startsWith('s3://')) return openRepository(resolve(text));
  return openRepository(bucketOf(text));
}

function bucketOf(text: string) {
  try {
    return s3Place(text) ?? text;
  } catch (error) {
    throw refused(`the place ${text} ${(error as Error).message}`);
  }
}
