import type { Context } from '../context.ts';
import { tell } from '../output.ts';
import { table } from '../table.ts';
import { operate } from './operate.ts';
import { readMessage, wordsOf } from './returned-mail.ts';

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
      const rows = await operate(context, (commands, service) =>
        commands.listMails(service, state, days),
      );
      const lines = table(
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
      tell(output(), { mails: rows }, lines);
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
      const done = await operate(context, (commands, service) => commands.resendMail(service, id));
      tell(output(), done, [`On its way as ${done.mailId}`]);
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
      const raw = await readMessage(file);
      const done = await operate(context, (commands, service) => commands.takeBounce(service, raw));
      tell(output(), done, wordsOf(done));
    });

  mail
    .command('bounced')
    .description('addresses that nothing is sent to unasked, since mails came back: the last 1,000')
    .action(async () => {
      const rows = await operate(context, (commands, service) => commands.listBounced(service));
      const lines = table(
        rows,
        {
          ADDRESS: ({ address }) => address ?? '(its mail is not kept any more)',
          CAUSE: ({ cause }) => cause,
          SINCE: ({ bouncedAt }) => bouncedAt,
        },
        'There are no such addresses',
      );
      tell(output(), { addresses: rows }, lines);
    });

  mail
    .command('release')
    .description('lets mails go to such an address again')
    .argument('<address>', 'an e-mail address')
    .action(async (address: string) => {
      const done = await operate(context, (commands, service) =>
        commands.releaseAddress(service, address),
      );
      tell(output(), done, [`Mails go to ${address} again`]);
    });
}
