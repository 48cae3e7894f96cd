import { exitCodes } from './exit-codes.ts';
import { CommandFailed } from './output.ts';
import { readUserFile } from './read-user-file.ts';

// The server's limit.
const MAX_MEBIBYTES = 5;

/** Reads a picture as base64. */
export async function readPicture(path: string): Promise<string> {
  const bytes = await readUserFile(path);
  if (bytes.length > MAX_MEBIBYTES * 1024 * 1024)
    throw new CommandFailed(`${path} is larger than ${MAX_MEBIBYTES} MiB`, exitCodes.refused);
  return Buffer.from(bytes).toString('base64');
}
