import { writeFile } from 'node:fs/promises';
import { exitCodes } from './exit-codes.ts';
import { CommandFailed } from './output.ts';

const writeErrors: Readonly<Record<string, string>> = {
  ENOENT: 'cannot be made: its folder is not there',
  EISDIR: 'is a folder',
  EACCES: 'may not be written',
  ENOSPC: 'has no room: the disk is full',
};

export async function writeUserFile(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CommandFailed(`${path} ${writeErrors[code] ?? message}`, exitCodes.refused);
  }
}
