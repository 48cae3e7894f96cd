// The file format: a tar file, so that standard tools list it. The last two entries are `index.ndjson`,
// with the SHA-256 of each entry, and `sealed.json`, which is encrypted with the passphrase and contains
// the hash of the index. So nobody without the passphrase can change anything unnoticed.
import { createHash, randomUUID } from 'node:crypto';
import { access, type FileHandle, link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import {
  BackupError,
  decryptWithPassphrase,
  encryptWithPassphrase,
  toFolderError,
} from '../backup/index.ts';
import { id } from './shapes.ts';
import { archiveTables } from './tables.ts';

export const FORMAT = 1;
const mebibyte = 1_048_576;
/** Limit of an entry's rows before compression. A row with a design has up to 6 MiB. */
const MAX_ROW_BYTES = 16 * mebibyte;
const TARGET_ROW_BYTES = mebibyte;
const MAX_ROWS = 1_000;
const limits = {
  manifest: mebibyte,
  picture: 6 * mebibyte,
  rows: MAX_ROW_BYTES,
  sealed: 8 * mebibyte,
};

const amount = z.int().min(0);
const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  archiveId: id,
  createdAt: z.iso.datetime(),
  baseUrl: z.string(),
  /** The last migration of the database. */
  schema: z.string(),
  program: z.string(),
  issuer: z.strictObject({ id, name: z.string() }),
  /** Rows by table. */
  rows: z.record(z.string(), amount),
  pictures: amount,
});
export type ArchiveManifest = z.infer<typeof manifestSchema>;

const sealedSchema = z.strictObject({
  archiveId: id,
  /** SHA-256 of the index. */
  index: z.string(),
  /** Private keys. Null if the SECRET that encrypted them was lost. */
  keys: z.array(z.strictObject({ id, text: z.string().max(10_000).nullable() })).max(10_000),
});
export type SealedPart = z.infer<typeof sealedSchema>;

export const damagedArchive = (reason: string, cause?: unknown) =>
  new BackupError(
    'refused',
    `the archive is damaged or was changed: ${reason}. Nothing was imported. Copy or export it again`,
    cause,
  );

const blockBytes = 512;
const padding = (size: number): number => (blockBytes - (size % blockBytes)) % blockBytes;
const octal = (value: number, length: number): string =>
  `${value.toString(8).padStart(length - 1, '0')}\0`;

/** A POSIX header (ustar) of a regular file. */
function buildHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, 100, 'latin1');
  header.write(octal(0o600, 8), 100, 'latin1');
  header.write(octal(0, 8) + octal(0, 8), 108, 'latin1');
  header.write(octal(size, 12) + octal(0, 12), 124, 'latin1');
  header.write(`        0`, 148, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'latin1',
  );
  return header;
}

const toIndexLine = (name: string, bytes: Uint8Array): string =>
  `${JSON.stringify({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })}\n`;

/** Writes a draft, which gets its name only when complete. */
export async function createArchive(path: string) {
  const draft = `${path}.${randomUUID()}.part`;
  const inOperatorsTerms = (error: unknown): Error =>
    toFolderError(error as NodeJS.ErrnoException, dirname(path));
  const existing = () => new BackupError('refused', `${path} already exists. Choose another name`);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw existing();
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing
      ? new BackupError('refused', `${dirname(path)} doesn't exist`)
      : inOperatorsTerms(error);
  });
  const index = createHash('sha256');
  // Lines of the index, until they are written at the end.
  let lines: string[] = [];
  let bytes = 0;
  const write = async (name: string, content: Uint8Array): Promise<void> => {
    const parts = [
      buildHeader(name, content.length),
      content,
      Buffer.alloc(padding(content.length)),
    ];
    for (const part of parts) await file.writeFile(part);
    bytes += blockBytes + content.length + padding(content.length);
  };
  const add = async (name: string, content: Uint8Array): Promise<void> => {
    await write(name, content);
    const line = toIndexLine(name, content);
    index.update(line);
    lines.push(line);
  };
  const addRows = async (table: string, rows: AsyncIterable<string>): Promise<number> => {
    let [waiting, size, part, total]: [string[], number, number, number] = [[], 0, 0, 0];
    const flush = async (): Promise<void> => {
      if (waiting.length === 0) return;
      part += 1;
      const name = `rows/${table}/${String(part).padStart(6, '0')}.ndjson.zst`;
      await add(name, zstdCompressSync(waiting.join('')));
      [waiting, size] = [[], 0];
    };
    for await (const row of rows) {
      const length = Buffer.byteLength(row) + 1;
      if (size + length > TARGET_ROW_BYTES || waiting.length >= MAX_ROWS) await flush();
      waiting.push(`${row}\n`);
      size += length;
      total += 1;
    }
    await flush();
    return total;
  };
  const finish = async (passphrase: string, part: Omit<SealedPart, 'index'>): Promise<number> => {
    await write('index.ndjson', Buffer.from(lines.join('')));
    lines = [];
    const sealed = JSON.stringify({ ...part, index: index.digest('hex') });
    await write('sealed.json', await encryptWithPassphrase(sealed, passphrase));
    await file.writeFile(Buffer.alloc(2 * blockBytes));
    await file.sync();
    await file.close();
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? existing() : error;
    });
    await rm(draft);
    return bytes + 2 * blockBytes;
  };
  const discard = async (): Promise<void> => {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
  };
  return { add, addRows, finish, discard, inOperatorsTerms };
}

type Entry = { name: string; at: number; size: number };
const tableOrder = new Map(archiveTables.map(({ name }, at) => [name, at]));

/** Sorts entries into the only order in which an archive has them. Undefined for foreign names. */
function rankEntry(name: string): string | undefined {
  if (name === 'manifest.json') return '0';
  if (/^pictures\/bafkrei[a-z2-7]{52}$/.test(name)) return `1 ${name}`;
  const [, table = '', part = ''] = /^rows\/([a-z_]{1,40})\/(\d{6})\.ndjson\.zst$/.exec(name) ?? [];
  const at = tableOrder.get(table);
  if (at !== undefined && part !== '000000') return `2 ${String(at).padStart(3, '0')} ${part}`;
  if (name === 'index.ndjson') return '3';
  return name === 'sealed.json' ? '4' : undefined;
}

async function readExactly(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const { bytesRead } = await file.read(bytes, done, size - done, at + done);
    if (bytesRead === 0) throw damagedArchive('the end is missing');
    done += bytesRead;
  }
  return bytes;
}

/** Entries without their content. Refuses everything that `createArchive` doesn't write. */
async function* iterateEntries(file: FileHandle): AsyncGenerator<Entry> {
  const { size: total } = await file.stat();
  let [at, last] = [0, ''];
  for (;;) {
    const header = await readExactly(file, at, blockBytes);
    if (isEmpty(header)) break;
    const { name, size, rank } = readHeader(header);
    if (rank <= last) throw damagedArchive(`${name} isn't in its place`);
    last = rank;
    yield { name, at: at + blockBytes, size };
    at += blockBytes + size + padding(size);
    if (at > total) throw damagedArchive('the end is missing');
  }
  if (last !== '4') throw damagedArchive('the end is missing');
  if (total !== at + 2 * blockBytes || !isEmpty(await readExactly(file, at, 2 * blockBytes)))
    throw damagedArchive('it contains data after its end');
}

const isEmpty = (block: Buffer): boolean => block.every((byte) => byte === 0);

function readHeader(header: Buffer): { name: string; size: number; rank: string } {
  const name = header.toString('latin1', 0, Math.min(header.indexOf(0), 100));
  const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
  const rank = rankEntry(name);
  const isOurs = Number.isSafeInteger(size) && header.equals(buildHeader(name, size));
  if (rank === undefined || !isOurs)
    throw damagedArchive(`it contains the foreign entry ${JSON.stringify(name.slice(0, 60))}`);
  return { name, size, rank };
}

function getLimit(name: string): number {
  if (name === 'manifest.json') return limits.manifest;
  if (name === 'sealed.json') return limits.sealed;
  return name.startsWith('pictures/') ? limits.picture : limits.rows;
}

async function hashRange(file: FileHandle, { at, size }: Entry): Promise<string> {
  const hash = createHash('sha256');
  for (let done = 0; done < size; done += mebibyte)
    hash.update(await readExactly(file, at + done, Math.min(mebibyte, size - done)));
  return hash.digest('hex');
}

type OnEntry = (name: string, content: Buffer) => Promise<void>;
export type OpenArchive = {
  manifest: ArchiveManifest;
  sealed: SealedPart;
  /** Passes the entries with pictures and rows in order, and verifies all again. */
  read: (onEntry: OnEntry) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens an archive and verifies every byte. */
export async function openArchive(
  path: string,
  passphrase: string,
  signal: AbortSignal,
): Promise<OpenArchive> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new BackupError('refused', `${path} doesn't exist`)
      : toFolderError(error, path);
  });
  try {
    const { manifest, sealed } = await readEnds(file, path, passphrase);
    const read = (onEntry: OnEntry) => readEntries(file, sealed, signal, onEntry);
    await read(async () => {});
    return { manifest, sealed, read, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readEnds(
  file: FileHandle,
  path: string,
  passphrase: string,
): Promise<{ manifest: ArchiveManifest; sealed: SealedPart }> {
  const first = await readExactly(file, 0, blockBytes);
  if (first.toString('latin1', 0, 14) !== 'manifest.json\0')
    throw new BackupError('refused', `${path} isn't an archive of an issuer`);
  let manifest: ArchiveManifest | undefined;
  let sealed: SealedPart | undefined;
  for await (const entry of iterateEntries(file)) {
    if (entry.size > getLimit(entry.name) && entry.name !== 'index.ndjson')
      throw damagedArchive(`${entry.name} is too large`);
    if (entry.name === 'manifest.json')
      manifest = readManifest(await readExactly(file, entry.at, entry.size));
    if (entry.name === 'sealed.json')
      sealed = await unseal(await readExactly(file, entry.at, entry.size), passphrase);
  }
  if (!manifest || sealed?.archiveId !== manifest.archiveId)
    throw damagedArchive('its parts belong to different archives');
  return { manifest, sealed };
}

function readManifest(content: Buffer): ArchiveManifest {
  const value = parseJson('manifest.json', content.toString());
  const { data: version } = z.looseObject({ format: z.int() }).safeParse(value);
  if (version && version.format !== FORMAT)
    throw new BackupError(
      'refused',
      `the archive has format ${version.format}, and this release reads ${FORMAT}. Use the same release for export and import`,
    );
  const { data, error } = manifestSchema.safeParse(value);
  if (!data) throw damagedArchive(`manifest.json: ${describeIssue(error)}`);
  return data;
}

async function unseal(content: Buffer, passphrase: string): Promise<SealedPart> {
  const text = await decryptWithPassphrase(content, passphrase).catch((error: unknown) => {
    if (error instanceof BackupError)
      throw new BackupError('refused', 'wrong passphrase for this archive', error);
    throw damagedArchive('sealed.json is unreadable', error);
  });
  const { data, error } = sealedSchema.safeParse(parseJson('sealed.json', text));
  if (!data) throw damagedArchive(`sealed.json: ${describeIssue(error)}`);
  return data;
}

async function readEntries(
  file: FileHandle,
  sealed: SealedPart,
  signal: AbortSignal,
  onEntry: OnEntry,
): Promise<void> {
  const index = createHash('sha256');
  let stored: string | undefined;
  for await (const entry of iterateEntries(file)) {
    signal.throwIfAborted();
    const { name } = entry;
    if (name === 'sealed.json') continue;
    if (name === 'index.ndjson') {
      stored = await hashRange(file, entry);
      continue;
    }
    if (entry.size > getLimit(name)) throw damagedArchive(`${name} is too large`);
    const content = await readExactly(file, entry.at, entry.size);
    index.update(toIndexLine(name, content));
    if (name !== 'manifest.json') await onEntry(name, content);
  }
  if (stored !== sealed.index || index.digest('hex') !== sealed.index)
    throw damagedArchive('a checksum is wrong');
}

/** The table and rows of an entry. */
export function unpackRows(name: string, content: Buffer): { table: string; lines: string[] } {
  const [, table = ''] = name.split('/');
  let text: string;
  try {
    text = zstdDecompressSync(content, { maxOutputLength: MAX_ROW_BYTES }).toString();
  } catch (error) {
    throw damagedArchive(`${name} is unreadable or too large`, error);
  }
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length === 0 || lines.length > MAX_ROWS)
    throw damagedArchive(`${name} has too few or too many rows`);
  return { table, lines };
}

export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damagedArchive(`${name} isn't JSON`, error);
  }
}

export function describeIssue(error: z.ZodError | undefined): string {
  const [issue] = error?.issues ?? [];
  return `${issue?.path.join('.') || 'row'} ${issue?.message ?? 'is invalid'}`;
}
