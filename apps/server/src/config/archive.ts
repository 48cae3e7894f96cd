import { isAbsolute, resolve, sep } from 'node:path';
import type { S3Place } from '../platform/s3.ts';
import type { Env, Read } from './env.ts';
import { bucket, wholeNumber } from './parsers.ts';
import { bytesWithin } from './tuning.ts';

export type ArchiveSettings = {
  place: string | S3Place;
  /** After so long in which something was written, it is in the archive. */
  seconds: number;
  baseHours: number;
  /** Any moment of so many days can be restored. */
  days: number;
  /** So much waits on the disk of the database while the archive is away. */
  queueBytes: number;
  /** By which the secret is sealed that goes with it; undefined: it is left out. */
  passphrase: string | undefined;
};

const names = {
  seconds: 'BACKUP_ARCHIVE_SECONDS',
  baseHours: 'BACKUP_ARCHIVE_BASE_HOURS',
  days: 'BACKUP_ARCHIVE_DAYS',
  queue: 'BACKUP_ARCHIVE_QUEUE',
};
const place = 'BACKUP_ARCHIVE';
const gigabyte = 1024 ** 3;

export function readArchive(dataDir: string, read: Read): ArchiveSettings | undefined {
  const found = read<string | S3Place | undefined>(place, undefined, (text) =>
    archivePlace(text, dataDir),
  );
  const whole = (name: string, usual: number, least: number, most: number): number =>
    read(name, usual, (text) => wholeNumber(text, least, most));
  const settings = {
    seconds: whole(names.seconds, 60, 1, 3_600),
    baseHours: whole(names.baseHours, 24, 1, 744),
    days: whole(names.days, 7, 1, 366),
    queueBytes: read(names.queue, gigabyte, bytesWithin(64 * 1024 ** 2, 1024 * gigabyte)),
    passphrase: read<string | undefined>('BACKUP_PASSPHRASE', undefined, passphrase),
  };
  return found === undefined ? undefined : { place: found, ...settings };
}

/** What goes with BACKUP_ARCHIVE alone, and that with the embedded database alone. */
export function archiveFaults(
  {
    databaseUrl,
    archive,
  }: { databaseUrl: string | undefined; archive: ArchiveSettings | undefined },
  env: Env,
): string[] {
  if (databaseUrl)
    return [place, ...Object.values(names)]
      .filter((name) => env(name) !== undefined)
      .map(
        (name) =>
          `${name} is for the embedded database: with DATABASE_URL, archive the log of the server by pgBackRest or Barman (docs/backup.md)`,
      );
  if (archive || env(place) !== undefined) return [];
  return Object.values(names)
    .filter((name) => env(name) !== undefined)
    .map((name) => `${name} needs ${place}`);
}

function archivePlace(text: string, dataDir: string): string | S3Place {
  if (text.startsWith('s3://')) return bucket(text);
  if (!isAbsolute(text))
    throw new Error(
      `must be a folder such as /mnt/archive, or s3://bucket/prefix?endpoint=…, not "${text}"`,
    );
  const folder = resolve(text);
  const isWithin = (inner: string, outer: string): boolean =>
    `${inner}${sep}`.startsWith(outer === sep ? sep : `${outer}${sep}`);
  if (isWithin(folder, dataDir) || isWithin(dataDir, folder))
    throw new Error(
      'must be outside of DATA_DIR, best on another disk: both would be lost together',
    );
  return folder;
}

function passphrase(text: string): string {
  const line = (text.split('\n')[0] ?? '').trim();
  if (line.length < 12)
    throw new Error('must have at least 12 characters (try: openssl rand -base64 24)');
  return line;
}
