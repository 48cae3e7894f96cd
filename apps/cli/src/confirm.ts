import { createInterface } from 'node:readline/promises';
import { exitCodes } from './exit-codes.ts';
import { CommandFailed } from './output.ts';

/** Asks before an irreversible action. Without a terminal, `--yes` is required. */
export async function confirm(consequence: string, signal: AbortSignal): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandFailed(
      `say --yes, since nobody can be asked here. ${consequence}`,
      exitCodes.usage,
    );
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${consequence} Go on? [y/N] `, { signal });
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim()))
    throw new CommandFailed('nothing was done', exitCodes.interrupted);
}
