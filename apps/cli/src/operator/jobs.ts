import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { tell } from '../output.ts';
import { table } from '../table.ts';
import { operate } from './operate.ts';

export function addJobs(context: Context): void {
  const { program, output, signal } = context;
  const jobs = program
    .command('jobs')
    .description('background work that failed for good: list, retry, drop')
    .addHelpText(
      'after',
      `
Example:
  insignia jobs list`,
    );

  jobs
    .command('list')
    .description('dead letters with their last error, the last 1,000; they are kept for 30 days')
    .action(async () => {
      const rows = await operate(context, (commands, service) => commands.listDeadJobs(service));
      const lines = table(
        rows,
        {
          ID: ({ jobId }) => jobId,
          KIND: ({ kind }) => kind,
          ACCOUNT: ({ accountId }) => accountId,
          TRIED: ({ attempts }) => attempts,
          DIED: ({ deadAt }) => deadAt,
          ERROR: ({ lastError }) => lastError,
        },
        'No background work has failed for good',
      );
      tell(output(), { jobs: rows }, lines);
    });

  jobs
    .command('retry')
    .description('do it again, at once and with all attempts')
    .argument('<job...>', 'ids')
    .addHelpText(
      'after',
      `
A mail that failed is sent again by insignia mail resend.

Example:
  insignia jobs retry <id> <id>`,
    )
    .action(async (ids: string[]) => {
      const done = await operate(context, (commands, service) => commands.retryJobs(service, ids));
      tell(output(), done, [`${done.retried} to be done again`]);
    });

  jobs
    .command('drop')
    .description('forget it, undone, for good')
    .argument('<job...>', 'ids')
    .option('--yes', 'without asking')
    .addHelpText(
      'after',
      `
Example:
  insignia jobs drop <id> --yes`,
    )
    .action(async (ids: string[], { yes }: { yes?: true }) => {
      if (!yes) await confirm('What these jobs had to do is never done.', signal);
      const done = await operate(context, (commands, service) => commands.dropJobs(service, ids));
      tell(output(), done, [`${done.dropped} dropped`]);
    });
}
