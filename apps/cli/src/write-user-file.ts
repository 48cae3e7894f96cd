import { writeFile } from 'node:fs/promises';
import { exitCodes } from './exit-codes.ts';
import { CommandFailed } from './output.ts';

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
