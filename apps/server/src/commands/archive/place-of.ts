import { resolve } from 'node:path';
import { s3Place } from '../../config/index.ts';
import { refused } from '../fault.ts';

/** As BACKUP_ARCHIVE names it. */
export function archivePlaceOf(text: string): string | ReturnType<typeof s3Place> {
  if (!text.startsWith('s3://')) return resolve(text);
  try {
    return s3Place(text);
  } catch (error) {
    throw refused(`the place ${text} ${(error as Error).message}`);
  }
}
