import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { printResult } from '../output.ts';
import { formatTable } from '../table.ts';
import { runWithService } from './operate.ts';

export function addKeys(context: Context): void {
  const { program, output, signal } = context;
  const keys = program
    .command('keys')
    .description('API keys of any account: list, revoke')
    .addHelpText(
      'after',
      `
Example:
  insignia keys list --account <id>`,
    );

  keys
    .command('list')
    .description('the keys of an account, the newest first')
    .requiredOption('--account <id>', 'whose')
    .action(async ({ account }: { account: string }) => {
      const rows = await runWithService(context, (commands, service) =>
        commands.listAccountKeys(service, account),
      );
      const lines = formatTable(
        rows,
        {
          ID: ({ keyId }) => keyId,
          NAME: ({ name }) => name,
          SCOPE: ({ scope }) => scope,
          BEGINS: ({ prefix }) => `insignia_${prefix}`,
          MADE: ({ createdAt }) => createdAt,
          USED: ({ lastUsedAt }) => lastUsedAt,
        },
        'The account has no API keys',
      );
      printResult(output(), { keys: rows }, lines);
    });

  keys
    .command('revoke')
    .description('revoke a key, for good')
    .argument('<key>', 'its id, not the key itself')
    .option('--yes', 'without asking')
    .addHelpText(
      'after',
      `
Example:
  insignia keys revoke <id> --yes`,
    )
    .action(async (key: string, { yes }: { yes?: true }) => {
      if (!yes) await confirm('Whatever uses this key stops working, for good.', signal);
      const done = await runWithService(context, (commands, service) =>
        commands.revokeKeyById(service, key),
      );
      printResult(output(), done, ['Revoked']);
    });
}
