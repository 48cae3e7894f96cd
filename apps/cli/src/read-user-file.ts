import { readFile } from 'node:fs/promises';
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
