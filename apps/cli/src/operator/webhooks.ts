import type { Context } from '../context.ts';
import { printResult } from '../output.ts';
import { formatTable } from '../table.ts';
import { runWithService } from './operate.ts';

export function addWebhooks(context: Context): void {
  const { program, output } = context;
  const webhooks = program
    .command('webhooks')
    .description('endpoints of any account: list, enable')
    .addHelpText(
      'after',
      `
Example:
  insignia webhooks list --disabled`,
    );

  webhooks
    .command('list')
    .description('all endpoints with how they do')
    .option('--disabled', 'only those that get nothing any more')
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
        'There are no such endpoints',
      );
      printResult(output(), { webhooks: rows }, lines);
    });

  webhooks
    .command('enable')
    .description('send to it again; what failed stays failed until its account has it sent again')
    .argument('<endpoint>', 'its id')
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
