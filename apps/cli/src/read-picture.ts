import { exitCodes } from './exit-codes.ts';
import { CommandFailed } from './output.ts';
import { readGiven } from './read-given.ts';

// The server's limit.
const mostMebibytes = 5;

/** Reads a picture as base64. */
export async function readPicture(path: string): Promise<string> {
  const bytes = await readGiven(path);
  if (bytes.length > mostMebibytes * 1024 * 1024)
    throw new CommandFailed(`${path} has more than ${mostMebibytes} MiB`, exitCodes.refused);
  return Buffer.from(bytes).toString('base64');
}
