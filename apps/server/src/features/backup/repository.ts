import type { Readable } from 'node:stream';
import { describeS3Error, getHttpStatus } from '../../platform/images/s3.ts';

/** `at` is the modification time in epoch milliseconds, by the storage's clock. */
export type RepositoryEntry = { name: string; bytes: number; at: number };
export type ByteStream = AsyncIterable<Uint8Array>;

/**
 * Storage for backups. A file exists completely or not at all. Names are ASCII and may contain
 * slashes.
 */
export type Repository = {
  /** Location in the operator's terms. */
  place: string;
  /** Entries with a prefix, sorted by bytes. */
  list: (prefix: string) => AsyncIterable<RepositoryEntry>;
  /** Undefined if it doesn't exist. */
  read: (name: string) => Promise<Readable | undefined>;
  write: (name: string, bytes: ByteStream) => Promise<void>;
  /** Returns false if it exists already. */
  create: (name: string, bytes: Uint8Array) => Promise<boolean>;
  /** Deleting a missing file succeeds. */
  remove: (name: string) => Promise<void>;
  /** Deletes drafts of killed processes. Requires the lock. */
  tidy: () => Promise<void>;
};

/** Reads a small file into memory. */
export async function readWhole(repository: Repository, name: string): Promise<Buffer | undefined> {
  const found = await repository.read(name);
  return found && Buffer.concat(await found.toArray());
}

export async function writeWhole(
  repository: Repository,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  await repository.write(name, toStream(bytes));
}

async function* toStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** `refused`: the user of the command must act. `unreachable`: the operator of the disk or bucket. */
type BackupErrorKind = 'refused' | 'unreachable';

/** A failed backup or restore, with a one-line message and a remedy. */
export class BackupError extends Error {
  readonly kind: BackupErrorKind;

  constructor(kind: BackupErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export const damagedBackup = (what: string, place: string): BackupError =>
  new BackupError('refused', `${what} in ${place} is damaged or incomplete. Use another backup`);

/** Describes an error of the bucket in the operator's terms. Returns any other error unchanged. */
export function toBucketError(error: unknown, place: string): Error {
  if (error instanceof BackupError) return error;
  const { name, message } = error as Error;
  const status = getHttpStatus(error);
  // The source of a failed stream reports its own error.
  const isStores =
    status > 0 || /timeout|credentials|ECONN|ENOTFOUND|socket/i.test(`${name} ${message}`);
  if (!isStores) return error as Error;
  return new BackupError('unreachable', `${place} ${describeS3Error(error)}`, error);
}
