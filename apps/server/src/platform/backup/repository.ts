import type { Readable } from 'node:stream';

/** `at`: when it was written, by the clock of the place, in milliseconds since 1970. */
export type Entry = { name: string; bytes: number; at: number };
export type Bytes = AsyncIterable<Uint8Array>;

/** Where backups are kept: files by name, each there whole or not at all. Names have slashes, and ASCII only. */
export type Repository = {
  /** As an operator names it. */
  place: string;
  /** What begins with `prefix`, in the order of the names' bytes. */
  list: (prefix: string) => AsyncIterable<Entry>;
  /** undefined when there is none. */
  read: (name: string) => Promise<Readable | undefined>;
  write: (name: string, bytes: Bytes) => Promise<void>;
  /** False when there is one already. */
  create: (name: string, bytes: Uint8Array) => Promise<boolean>;
  /** One that is not there is no error. */
  remove: (name: string) => Promise<void>;
  /** Takes away what killed programs have left half written; for whoever holds the lock. */
  tidy: () => Promise<void>;
};

/** Something small, whole. */
export async function readWhole(repository: Repository, name: string): Promise<Buffer | undefined> {
  const found = await repository.read(name);
  return found && Buffer.concat(await found.toArray());
}

export async function writeWhole(
  repository: Repository,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  await repository.write(name, one(bytes));
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
