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
        throw new CommandFailed('the message has more than 10 MiB', exitCodes.refused);
      chunks.push(chunk);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || error instanceof CommandFailed) throw error;
    throw new CommandFailed(`${file} cannot be read (${code})`, exitCodes.usage);
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
          `Only its first ${done.lookedAt} bytes were read: a report comes before the returned email`,
        ]
      : []),
  ];
}

function describeOutcome({ why, bounced, suppressed }: BounceResult): string {
  if (why === 'no report') return 'It is no report of a mail that came back';
  if (why === 'nothing final') return 'It says nothing final: the mail is on its way still';
  if (why === 'not of ours') return 'It is about no mail of this service';
  if (why === 'spam' && suppressed)
    return 'A mail was called spam: nothing is sent unasked to its address any more';
  if (why === 'spam')
    return 'Somebody says that a mail was spam: nothing is done, since anybody can say so';
  if (suppressed)
    return 'The mail came back: it is bounced now, and nothing is sent unasked to its address any more';
  return bounced ? 'The mail came back: it is bounced now' : 'The mail came back: nothing new';
}
