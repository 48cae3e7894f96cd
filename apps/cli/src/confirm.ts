import { createInterface } from 'node:readline/promises';
import { exitCodes } from './exit-codes.ts';
import { CommandFailed } from './output.ts';

/** Asks before an irreversible action. Without a terminal, `--yes` is required. */
export async function confirm(consequence: string, signal: AbortSignal): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandFailed(`confirmation required: add --yes. ${consequence}`, exitCodes.usage);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${consequence} Continue? [y/N] `, { signal });
  lines.close();
  if (!/^y(es)?$/i.test(answer.trim()))
    throw new CommandFailed('cancelled; nothing was changed', exitCodes.interrupted);
}
