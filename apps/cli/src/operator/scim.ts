import { type Context, confirm, formatTable, printResult } from '../terminal/output.ts';
import { runWithService } from './operate.ts';

/** Support for accounts whose members a directory provisions. */
export function addScim(context: Context): void {
  const { program, output, signal } = context;
  const scim = program
    .command('scim')
    .description('see provisioning tokens and the last requests of a directory')
    .addHelpText(
      'after',
      `
Example:
  insignia scim requests --account <id> --errors`,
    );
  const account = ['--account <id>', 'ID of the account'] as const;

  scim
    .command('tokens')
    .description('list the provisioning tokens of an account, newest first')
    .requiredOption(...account)
    .action(async ({ account: id }: { account: string }) => {
      const rows = await runWithService(context, (commands, service) =>
        commands.listProvisioningTokens(service, id),
      );
      const lines = formatTable(
        rows,
        {
          ID: ({ tokenId }) => tokenId,
          ROLE: ({ role }) => role,
          PREFIX: ({ prefix }) => `insignia_scim_${prefix}`,
          CREATED: ({ createdAt }) => createdAt,
          'LAST USED': ({ lastUsedAt }) => lastUsedAt,
        },
        'This account has no provisioning tokens',
      );
      printResult(output(), { tokens: rows }, lines);
    });

  scim
    .command('requests')
    .description('list the last 100 requests of the directory, newest first')
    .requiredOption(...account)
    .option('--errors', 'only those that failed')
    .action(async ({ account: id, errors }: { account: string; errors?: true }) => {
      const rows = await runWithService(context, (commands, service) =>
        commands.listProvisioningRequests(service, id, errors === true),
      );
      const lines = formatTable(
        rows,
        {
          TIME: ({ at }) => at,
          REQUEST: ({ method, resource }) => `${method} ${resource}`,
          STATUS: ({ status }) => status,
          ERROR: ({ error }) => error,
          TOKEN: ({ tokenId }) => tokenId,
        },
        'No such requests',
      );
      printResult(output(), { requests: rows }, lines);
    });

  scim
    .command('revoke')
    .description('revoke a provisioning token permanently')
    .argument('<token>', 'ID of the token, not the token itself')
    .requiredOption(...account)
    .option('--yes', "don't ask for confirmation")
    .action(async (token: string, { account: id, yes }: { account: string; yes?: true }) => {
      if (!yes)
        await confirm("The directory can't change members anymore. This can't be undone.", signal);
      const done = await runWithService(context, (commands, service) =>
        commands.revokeProvisioningToken(service, id, token),
      );
      printResult(output(), done, ['Revoked']);
    });
}
