import type { Context } from '../context.ts';
import { confirm, formatTable, printResult } from '../output.ts';
import { runWithService } from './operate.ts';

export function addKeys(context: Context): void {
  const { program, output, signal } = context;
  const keys = program
    .command('keys')
    .description('list and revoke API keys of any account')
    .addHelpText(
      'after',
      `
Example:
  insignia keys list --account <id>`,
    );

  keys
    .command('list')
    .description('list the keys of an account, newest first')
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
        'This account has no API keys',
      );
      printResult(output(), { keys: rows }, lines);
    });

  keys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<key>', 'ID of the key, not the key itself')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Example:
  insignia keys revoke <id> --yes`,
    )
    .action(async (key: string, { yes }: { yes?: true }) => {
      if (!yes)
        await confirm("Programs that use this key stop working. This can't be undone.", signal);
      const done = await runWithService(context, (commands, service) =>
        commands.revokeKeyById(service, key),
      );
      printResult(output(), done, ['Revoked']);
    });
}
