import type { Context } from '../context.ts';
import { printResult } from '../output.ts';
import { formatTable } from '../table.ts';
import { runWithService } from './operate.ts';
import { formatBounceResult, readReturnedMail } from './returned-mail.ts';

export function addMail(context: Context): void {
  const { program, output } = context;
  const mail = program
    .command('mail')
    .description(
      'what became of mails of any account: list, resend; what came back: bounces, bounced, release',
    )
    .addHelpText(
      'after',
      `
Example:
  insignia mail list --state bounced`,
    );

  mail
    .command('list')
    .description('mails that were not sent, or those in another state: the last 1,000')
    .option('--state <state>', 'queued, sent, bounced or failed; all but sent when not given')
    .option('--days <days>', 'of so many days', '7')
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
        'There are no such mails',
      );
      printResult(output(), { mails: rows }, lines);
    });

  mail
    .command('resend')
    .description('the same letter to the same recipient once more')
    .argument('<mail>', 'its id')
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
      printResult(output(), done, [`On its way as ${done.mailId}`]);
    });

  mail
    .command('bounces')
    .description(
      'reads what a mailbox got back: one message of 10 MiB at most, from a file or standard input; its first MiB is looked at',
    )
    .argument('[file]', 'the message as it came (RFC 3464, RFC 5965)')
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
    .description('addresses that nothing is sent to unasked, since mails came back: the last 1,000')
    .action(async () => {
      const rows = await runWithService(context, (commands, service) =>
        commands.showBouncedAddresses(service),
      );
      const lines = formatTable(
        rows,
        {
          ADDRESS: ({ address }) => address ?? '(its mail is not kept any more)',
          CAUSE: ({ cause }) => cause,
          SINCE: ({ bouncedAt }) => bouncedAt,
        },
        'There are no such addresses',
      );
      printResult(output(), { addresses: rows }, lines);
    });

  mail
    .command('release')
    .description('lets mails go to such an address again')
    .argument('<address>', 'an e-mail address')
    .action(async (address: string) => {
      const done = await runWithService(context, (commands, service) =>
        commands.unblockAddress(service, address),
      );
      printResult(output(), done, [`Mails go to ${address} again`]);
    });
}
