import type { Context } from '../context.ts';
import { formatTable, printResult } from '../output.ts';
import { runWithService } from './operate.ts';

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
