import { createReadStream } from 'node:fs';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed } from '../output.ts';

/** A bounce contains the original email with its pictures. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** Reads from standard input if no file is given. */
export async function readReturnedMail(file: string | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file === undefined ? process.stdin : createReadStream(file)) {
      bytes += chunk.length;
      if (bytes > MAX_MESSAGE_BYTES)
        throw new CommandFailed('the message is larger than 10 MiB', exitCodes.refused);
      chunks.push(chunk);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || error instanceof CommandFailed) throw error;
    throw new CommandFailed(`${file} can't be read (${code})`, exitCodes.usage);
  }
  return Buffer.concat(chunks);
}

type BounceResult = {
  why: string;
  bounced: boolean;
  suppressed: boolean;
  /** Bytes inspected, if the message is longer. */
  lookedAt?: number;
};

const outcomesWithoutReport = new Set(['no report', 'nothing final', 'not of ours']);

/** Mentions truncation only if nothing was found. */
export function formatBounceResult(done: BounceResult): string[] {
  const isCut = done.lookedAt !== undefined && outcomesWithoutReport.has(done.why);
  return [
    describeOutcome(done),
    ...(isCut
      ? [
          `Only the first ${done.lookedAt} bytes were read, because the report precedes the returned email`,
        ]
      : []),
  ];
}

function describeOutcome({ why, bounced, suppressed }: BounceResult): string {
  if (why === 'no report') return 'Not a bounce report';
  if (why === 'nothing final') return 'Nothing final: the email is still being delivered';
  if (why === 'not of ours') return 'Not about an email of this service';
  if (why === 'spam' && suppressed)
    return 'The recipient marked an email as spam: no more automatic emails are sent to this address';
  if (why === 'spam')
    return 'Someone reported an email as spam. Nothing was changed, because anyone can send such a report';
  if (suppressed)
    return 'The email is now marked as bounced, and no more automatic emails are sent to its address';
  return bounced ? 'The email is now marked as bounced' : 'The bounce was already known';
}
