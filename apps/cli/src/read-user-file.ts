import { readFile, writeFile } from 'node:fs/promises';
import { exitCodes } from './exit-codes.ts';
import { CommandFailed } from './output.ts';

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
    throw new CommandFailed(`${path} ${readErrors[code] ?? message}`, exitCodes.refused);
  }
}

// The server's limit.
const MAX_MEBIBYTES = 5;

/** Reads a picture as base64. */
export async function readPicture(path: string): Promise<string> {
  const bytes = await readUserFile(path);
  if (bytes.length > MAX_MEBIBYTES * 1024 * 1024)
    throw new CommandFailed(`${path} is larger than ${MAX_MEBIBYTES} MiB`, exitCodes.refused);
  return Buffer.from(bytes).toString('base64');
}

const writeErrors: Readonly<Record<string, string>> = {
  ENOENT: "can't be created: its folder doesn't exist",
  EISDIR: 'is a folder',
  EACCES: "can't be written: permission denied",
  ENOSPC: "can't be written: the disk is full",
};

export async function writeUserFile(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CommandFailed(`${path} ${writeErrors[code] ?? message}`, exitCodes.refused);
  }
}
