import { createReadStream } from 'node:fs';
import type { Context } from '../terminal/output.ts';
import { CommandLineError, exitCodes, formatTable, printResult } from '../terminal/output.ts';
import { runWithService } from './operate.ts';

export function addMail(context: Context): void {
  const { program, output } = context;
  const mail = program
    .command('mail')
    .description('list and resend emails of any account, process bounces, unblock addresses')
    .addHelpText(
      'after',
      `
Example:
  insignia mail list --state bounced`,
    );

  mail
    .command('list')
    .description("list the newest 1,000 emails that weren't sent, or those in --state")
    .option('--state <state>', 'queued, sent, bounced or failed; defaults to all but sent')
    .option('--days <days>', 'number of days to look back', '7')
    .action(async ({ state, days }: { state?: string; days: string }) => {
      const rows = await runWithService(context, (commands, service) =>
        commands.listMails(service, state, days),
      );
      const lines = formatTable(
        rows,
        {
          ID: ({ mailId }) => mailId,
          STATE: ({ state }) => state,
          KIND: ({ kind }) => kind,
          TO: ({ to }) => to,
          ATTEMPTS: ({ attempts }) => attempts,
          CREATED: ({ createdAt }) => createdAt,
          ERROR: ({ lastError }) => lastError,
        },
        'No emails found',
      );
      printResult(output(), { mails: rows }, lines);
    });

  mail
    .command('resend')
    .description('send an email to its recipient again')
    .argument('<mail>', 'ID')
    .addHelpText(
      'after',
      `
Example:
  insignia mail resend <id>`,
    )
    .action(async (id: string) => {
      const done = await runWithService(context, (commands, service) =>
        commands.resendMail(service, id),
      );
      printResult(output(), done, [`Queued as ${done.mailId}`]);
    });

  mail
    .command('bounces')
    .description(
      'process a bounced email: one message of at most 10 MiB, from a file or standard input; the first MiB is read',
    )
    .argument('[file]', 'the message as received (RFC 3464, RFC 5965)')
    .addHelpText(
      'after',
      `
Example:
  insignia mail bounces < returned.eml`,
    )
    .action(async (file: string | undefined) => {
      const raw = await readReturnedMail(file);
      const done = await runWithService(context, (commands, service) =>
        commands.processReturnedMail(service, raw),
      );
      printResult(output(), done, formatBounceResult(done));
    });

  mail
    .command('bounced')
    .description('list the newest 1,000 blocked addresses: automatic emails to them bounced')
    .action(async () => {
      const rows = await runWithService(context, (commands, service) =>
        commands.showBouncedAddresses(service),
      );
      const lines = formatTable(
        rows,
        {
          ADDRESS: ({ address }) => address ?? '(the email is deleted)',
          CAUSE: ({ cause }) => cause,
          SINCE: ({ bouncedAt }) => bouncedAt,
        },
        'No blocked addresses',
      );
      printResult(output(), { addresses: rows }, lines);
    });

  mail
    .command('release')
    .description('unblock an address')
    .argument('<address>', 'an email address')
    .action(async (address: string) => {
      const done = await runWithService(context, (commands, service) =>
        commands.unblockAddress(service, address),
      );
      printResult(output(), done, [`${address} is unblocked`]);
    });
}

/** A bounce contains the original email with its pictures. */
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

/** Reads from standard input if no file is given. */
async function readReturnedMail(file: string | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file === undefined ? process.stdin : createReadStream(file)) {
      bytes += chunk.length;
      if (bytes > MAX_MESSAGE_BYTES)
        throw new CommandLineError('the message is larger than 10 MiB', exitCodes.refused);
      chunks.push(chunk);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || error instanceof CommandLineError) throw error;
    throw new CommandLineError(`${file} can't be read (${code})`, exitCodes.usage);
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
function formatBounceResult(done: BounceResult): string[] {
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
