import { realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { type Config, parseS3Place } from '../../config/index.ts';
import { openRepository, type Repository } from '../../features/backup/index.ts';
import { createRefusal } from '../command-error.ts';

/** A folder, or `s3://bucket/prefix?endpoint=…&region=…` as in IMAGE_STORE. */
export async function openRepositoryAt(text: string): Promise<Repository> {
  if (!text.startsWith('s3://')) return openRepository(resolve(text));
  return openRepository(parseBucket(text));
}

/** Refuses the service's own image store: both use the same folder names. */
export async function refuseDataDir({ dataDir }: Config, text: string): Promise<void> {
  if (text.startsWith('s3://')) return;
  // A place that doesn't exist yet is empty.
  const [place, own] = await Promise.all(
    [text, dataDir].map((path) => realpath(path).catch(() => undefined)),
  );
  if (place && own && `${own}${sep}`.startsWith(`${place}${sep}`))
    throw createRefusal(`${text} contains the service's own data (${own}). Choose another folder`);
}

/** Parses a bucket, or refuses with the reason. */
export function parseBucket(text: string) {
  try {
    return parseS3Place(text);
  } catch (error) {
    throw createRefusal(`the location ${text} ${(error as Error).message}`);
  }
}
