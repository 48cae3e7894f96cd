import type { Context } from '../terminal/output.ts';
import { confirm, formatTable, printResult } from '../terminal/output.ts';
import { formatCount } from '../terminal/rules.ts';
import { runWithService } from './operate.ts';

export function addJobs(context: Context): void {
  const { program, output, signal } = context;
  const jobs = program
    .command('jobs')
    .description(
      'list, retry, drop and release background jobs that failed permanently or are on hold after a restore',
    )
    .addHelpText(
      'after',
      `
Example:
  insignia jobs list`,
    );

  jobs
    .command('list')
    .description('list failed jobs with their last error: the newest 1,000, kept for 30 days')
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
          ATTEMPTS: ({ attempts }) => attempts,
          FAILED: ({ deadAt }) => deadAt,
          ERROR: ({ lastError }) => lastError,
        },
        'No failed jobs',
      );
      printResult(output(), { jobs: rows }, lines);
    });

  jobs
    .command('retry')
    .description('retry failed jobs now, with all attempts again')
    .argument('<job...>', 'ids')
    .addHelpText(
      'after',
      `
To send a failed email again, use insignia mail resend.

Example:
  insignia jobs retry <id> <id>`,
    )
    .action(async (ids: string[]) => {
      const done = await runWithService(context, (commands, service) =>
        commands.retryJobs(service, ids),
      );
      printResult(output(), done, [`${done.retried} queued again`]);
    });

  jobs
    .command('drop')
    .description('delete jobs without running them, permanently')
    .argument('<job...>', 'ids')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Example:
  insignia jobs drop <id> --yes`,
    )
    .action(async (ids: string[], { yes }: { yes?: true }) => {
      if (!yes) await confirm('These jobs will never run.', signal);
      const done = await runWithService(context, (commands, service) =>
        commands.deleteJobs(service, ids),
      );
      printResult(output(), done, [`${done.dropped} deleted`]);
    });

  jobs
    .command('release')
    .description(
      'release everything on hold after a restore: emails, webhook deliveries, imports and all other jobs',
    )
    .option(
      '--without-sending',
      'mark waiting emails and deliveries as failed instead of sending them',
    )
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Emails and deliveries that waited in the backup may have been sent after it. With --without-sending, you can still resend
an account's emails with insignia mail resend, and the account can redeliver its deliveries. Users who waited for a link
(to confirm an address or reset a password) need to request another.

Example:
  insignia jobs release --without-sending --yes`,
    )
    .action(async ({ yes, withoutSending }: { yes?: true; withoutSending?: true }) => {
      if (!yes)
        await confirm(
          withoutSending
            ? "Waiting emails and deliveries won't be sent. All other jobs continue."
            : 'Everything that waited will be sent, even if it was already sent after the backup.',
          signal,
        );
      const done = await runWithService(context, (commands, service) =>
        commands.resumeAfterRestore(service, withoutSending === true),
      );
      printResult(output(), done, [
        `Continued: ${formatCount(done.jobs, 'job')}, ${formatCount(done.deliveries, 'delivery', 'deliveries')}. Marked as failed: ${done.givenUp}`,
      ]);
    });
}

export function addWebhooks(context: Context): void {
  const { program, output } = context;
  const webhooks = program
    .command('webhooks')
    .description('list and enable endpoints of any account')
    .addHelpText(
      'after',
      `
Example:
  insignia webhooks list --disabled`,
    );

  webhooks
    .command('list')
    .description('list all endpoints with their health')
    .option('--disabled', 'only disabled endpoints')
    .action(async ({ disabled }: { disabled?: true }) => {
      const rows = await runWithService(context, (commands, service) =>
        commands.listAllWebhooks(service, disabled === true),
      );
      const lines = formatTable(
        rows,
        {
          ID: ({ webhookId }) => webhookId,
          ACCOUNT: ({ accountId }) => accountId,
          ACTIVE: ({ active }) => active,
          FAILED: ({ failureCount }) => failureCount,
          SINCE: ({ failingSince }) => failingSince,
          STATUS: ({ lastStatus }) => lastStatus,
          URL: ({ url }) => url,
        },
        'No endpoints found',
      );
      printResult(output(), { webhooks: rows }, lines);
    });

  webhooks
    .command('enable')
    .description(
      'enable an endpoint; failed deliveries stay failed until the account redelivers them',
    )
    .argument('<endpoint>', 'ID')
    .addHelpText(
      'after',
      `
Example:
  insignia webhooks enable <id>`,
    )
    .action(async (id: string) => {
      const done = await runWithService(context, (commands, service) =>
        commands.enableWebhook(service, id),
      );
      printResult(output(), done, ['Enabled']);
    });
}
