import type { Context } from '../terminal/output.ts';
import { confirm, formatTable, printResult } from '../terminal/output.ts';
import { formatCount } from '../terminal/rules.ts';
import { runWithService } from './operate.ts';

export function addSso(context: Context): void {
  const { program, output, signal } = context;
  const sso = program
    .command('sso')
    .description('list, disable and enable single sign-on connections of any account')
    .addHelpText(
      'after',
      `
Example:
  insignia sso list --account <id>`,
    );

  sso
    .command('list')
    .description('list connections, newest first, with their verified domains')
    .option('--account <id>', 'only of this account')
    .addHelpText(
      'after',
      `
Example:
  insignia sso list`,
    )
    .action(async ({ account }: { account?: string }) => {
      const rows = await runWithService(context, (commands, service) =>
        commands.listSsoConnections(service, account),
      );
      const lines = formatTable(
        rows,
        {
          ID: ({ connectionId }) => connectionId,
          ACCOUNT: (row) => row.account,
          NAME: ({ name }) => name,
          PROTOCOL: ({ protocol }) => protocol,
          DOMAINS: ({ domains }) => domains.join(' '),
          STATE: ({ disabled, enforced }) =>
            disabled ? 'disabled' : enforced ? 'required' : 'optional',
        },
        'No account has a connection',
      );
      printResult(output(), { connections: rows }, lines);
    });

  sso
    .command('show')
    .description('show the settings of a connection, without its secret')
    .argument('<connection>', 'ID of the connection')
    .addHelpText(
      'after',
      `
Example:
  insignia sso show <id>`,
    )
    .action(async (id: string) => {
      const found = await runWithService(context, (commands, service) =>
        commands.showSsoConnection(service, id),
      );
      printResult(output(), found, [
        `${found.name} (${found.protocol}), ${formatCount(found.users, 'user')}`,
        `Domains: ${found.verifiedDomains.join(', ') || 'none'}`,
        `Settings: ${JSON.stringify(found.settings)}`,
        `Roles: ${JSON.stringify(found.roles)}`,
        `Members must use it: ${found.enforced ? `yes, except ${found.breakGlassEmail}` : 'no'}`,
        `Disabled: ${found.disabledAt ? 'yes' : 'no'}`,
      ]);
    });

  sso
    .command('disable')
    .description('disable a connection: its sessions end, and members use other ways to sign in')
    .argument('<connection>', 'ID of the connection')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Example:
  insignia sso disable <id> --yes`,
    )
    .action(async (id: string, { yes }: { yes?: true }) => {
      if (!yes)
        await confirm(
          'Sessions that it opened end. Members sign in with a password or an emailed code.',
          signal,
        );
      const done = await runWithService(context, (commands, service) =>
        commands.disableSsoConnection(service, id, true),
      );
      printResult(output(), done, [`Disabled ${done.name}`]);
    });

  sso
    .command('enable')
    .description('enable a disabled connection')
    .argument('<connection>', 'ID of the connection')
    .addHelpText(
      'after',
      `
Example:
  insignia sso enable <id>`,
    )
    .action(async (id: string) => {
      const done = await runWithService(context, (commands, service) =>
        commands.disableSsoConnection(service, id, false),
      );
      printResult(output(), done, [`Enabled ${done.name}`]);
    });

  sso
    .command('unlink')
    .description('disconnect a user from their identity at the provider, if it gave them a new one')
    .argument('<connection>', 'ID of the connection')
    .argument('<address>', 'email address of the user')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Example:
  insignia sso unlink <id> ada@example.org --yes`,
    )
    .action(async (id: string, address: string, { yes }: { yes?: true }) => {
      if (!yes)
        await confirm(
          `The next person whom the provider signs in with ${address} becomes this user. Ask the account's admin whether it's the same person.`,
          signal,
        );
      const done = await runWithService(context, (commands, service) =>
        commands.unlinkSsoUser(service, id, address),
      );
      printResult(output(), done, [`Unlinked ${done.email}`]);
    });
}
