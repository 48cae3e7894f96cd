import { createWriteStream } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { CommandLineError, type Context, exitCodes, printResult } from './terminal/output.ts';

const readErrors: Readonly<Record<string, string>> = {
  ENOENT: "doesn't exist",
  EISDIR: 'is a folder',
  EACCES: "can't be read: permission denied",
};

export async function readUserFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CommandLineError(`${path} ${readErrors[code] ?? message}`, exitCodes.refused);
  }
}

// The server's limit.
const MAX_MEBIBYTES = 5;

/** Reads a picture as base64. */
export async function readPicture(path: string): Promise<string> {
  const bytes = await readUserFile(path);
  if (bytes.length > MAX_MEBIBYTES * 1024 * 1024)
    throw new CommandLineError(`${path} is larger than ${MAX_MEBIBYTES} MiB`, exitCodes.refused);
  return Buffer.from(bytes).toString('base64');
}

const writeErrors: Readonly<Record<string, string>> = {
  ENOENT: "can't be created: its folder doesn't exist",
  EISDIR: 'is a folder',
  EACCES: "can't be written: permission denied",
  ENOSPC: "can't be written: the disk is full",
};

export async function writeUserFile(path: string, content: Uint8Array | Response): Promise<void> {
  // Node 20 has no `Response.bytes`.
  const bytes = content instanceof Response ? Buffer.from(await content.arrayBuffer()) : content;
  try {
    await writeFile(path, bytes);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CommandLineError(`${path} ${writeErrors[code] ?? message}`, exitCodes.refused);
  }
}

/** Saves a response to `path`, or writes it to standard output. */
export async function saveDownload(
  { output, signal }: Pick<Context, 'output' | 'signal'>,
  { body }: Response,
  path: string | undefined,
): Promise<void> {
  const rows = Readable.fromWeb(body as ReadableStream);
  if (!path) return pipeline(rows, process.stdout, { end: false, signal });
  // Write to a draft and rename, so that an existing file is always complete.
  const draft = `${path}.part`;
  try {
    await pipeline(rows, createWriteStream(draft), { signal });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  printResult(output(), { file: path }, [`Saved to ${path}`]);
}

const { env } = process;
const MIN_PASSPHRASE_LENGTH = 12;

/** The first line of the file (`-`: standard input), or of BACKUP_PASSPHRASE. Undefined if neither is given. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  const passphrase = firstLine(
    file === undefined ? (env.BACKUP_PASSPHRASE ?? '') : await readText(file),
  );
  if (!passphrase && file === undefined) return undefined;
  if (!passphrase || passphrase.length < MIN_PASSPHRASE_LENGTH)
    throw new CommandLineError(
      `the passphrase has fewer than ${MIN_PASSPHRASE_LENGTH} characters. Create one: openssl rand -base64 24`,
      exitCodes.usage,
    );
  return passphrase;
}

function readText(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandLineError(`${file} can't be read (${error.code})`, exitCodes.usage);
  });
}

/** Both sources yield the same passphrase, so that a trailing newline doesn't matter. */
function firstLine(lines: string): string {
  return (lines.split('\n')[0] ?? '').trim();
}
