import { readFile } from 'node:fs/promises';
import { exitCodes } from './exit-codes.ts';
import { CommandFailed } from './output.ts';

const { env } = process;
const MIN_PASSPHRASE_LENGTH = 12;

/** The first line of the file, or of BACKUP_PASSPHRASE. Undefined if neither is given. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  const given = firstLine(
    file === undefined ? (env.BACKUP_PASSPHRASE ?? '') : await readText(file),
  );
  if (!given && file === undefined) return undefined;
  if (!given || given.length < MIN_PASSPHRASE_LENGTH)
    throw new CommandFailed(
      `the passphrase has fewer than ${MIN_PASSPHRASE_LENGTH} characters. Create one: openssl rand -base64 24`,
      exitCodes.usage,
    );
  return given;
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`${file} can't be read (${error.code})`, exitCodes.usage);
  });
}

/** Both sources yield the same passphrase, so that a trailing newline doesn't matter. */
function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').trim();
}
