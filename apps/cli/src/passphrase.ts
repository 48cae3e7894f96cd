import { readFile } from 'node:fs/promises';
import { exitCodes } from './exit-codes.ts';
import { CommandFailed } from './output.ts';

const { env } = process;
const least = 12;

/** The first line of the file, or BACKUP_PASSPHRASE; undefined where neither is given. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  const given = file === undefined ? env.BACKUP_PASSPHRASE : await firstLineOf(file);
  if (!given && file === undefined) return undefined;
  if (!given || given.length < least)
    throw new CommandFailed(
      `the passphrase has fewer than ${least} characters: openssl rand -base64 24 makes one`,
      exitCodes.usage,
    );
  return given;
}

async function firstLineOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`${file} cannot be read (${error.code})`, exitCodes.usage);
  });
  return (text.split('\n')[0] ?? '').trim();
}
