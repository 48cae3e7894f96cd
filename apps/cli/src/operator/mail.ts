import type { Context } from '../context.ts';
import { formatTable, printResult } from '../output.ts';
import { runWithService } from './operate.ts';
import { formatBounceResult, readReturnedMail } from './returned-mail.ts';

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
    .description("list emails that weren't sent, or those in another state: the newest 1,000")
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
          TRIED: ({ attempts }) => attempts,
          MADE: ({ createdAt }) => createdAt,
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
    .description(
      "list addresses that automatic emails aren't sent to, because emails bounced: the newest 1,000",
    )
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
