import type { Context } from '../context.ts';
import { tell } from '../output.ts';
import { table } from '../table.ts';
import { operate } from './operate.ts';

export function addMail(context: Context): void {
  const { program, output } = context;
  const mail = program
    .command('mail')
    .description('what became of mails of any account: list, resend')
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
}
