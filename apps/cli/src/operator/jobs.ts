import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { printResult } from '../output.ts';
import { formatTable } from '../table.ts';
import { runWithService } from './operate.ts';

export function addJobs(context: Context): void {
  const { program, output, signal } = context;
  const jobs = program
    .command('jobs')
    .description(
      'background work that failed for good, or that a restore holds back: list, retry, drop, release',
    )
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
      const rows = await runWithService(context, (commands, service) =>
        commands.listDeadJobs(service),
      );
      const lines = formatTable(
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
      printResult(output(), { jobs: rows }, lines);
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
      const done = await runWithService(context, (commands, service) =>
        commands.retryJobs(service, ids),
      );
      printResult(output(), done, [`${done.retried} to be done again`]);
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
      const done = await runWithService(context, (commands, service) =>
        commands.deleteJobs(service, ids),
      );
      printResult(output(), done, [`${done.dropped} dropped`]);
    });

  jobs
    .command('release')
    .description(
      'let go on what a restore holds back: mails, deliveries to webhooks, imports and all other jobs',
    )
    .option('--without-sending', 'mails and deliveries that waited are given up: they have failed')
    .option('--yes', 'without asking')
    .addHelpText(
      'after',
      `
What waited when the backup was made may have gone out after it. Given up, an account's mails can be sent again by insignia
mail resend, and deliveries by their account; whoever waited for a link (to confirm an address, to reset a password) asks
for another.

Example:
  insignia jobs release --without-sending --yes`,
    )
    .action(async ({ yes, withoutSending }: { yes?: true; withoutSending?: true }) => {
      if (!yes)
        await confirm(
          withoutSending
            ? 'Mails and deliveries that waited are not sent; all other work goes on.'
            : 'What waited is sent, even what had gone out after the backup was made.',
          signal,
        );
      const done = await runWithService(context, (commands, service) =>
        commands.resumeAfterRestore(service, withoutSending === true),
      );
      printResult(output(), done, [
        `${done.jobs} jobs and ${done.deliveries} deliveries go on, ${done.givenUp} were given up`,
      ]);
    });
}
