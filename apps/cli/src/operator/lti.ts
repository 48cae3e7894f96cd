import type { Context } from '../terminal/output.ts';
import { confirm, formatTable, printResult } from '../terminal/output.ts';
import { runWithService } from './operate.ts';

export function addLti(context: Context): void {
  const { program, output, signal } = context;
  const lti = program
    .command('lti')
    .description('list, disable and enable learning platforms of any account')
    .addHelpText(
      'after',
      `
Example:
  insignia lti list --account <id>`,
    );

  lti
    .command('list')
    .description('list platforms, newest first')
    .option('--account <id>', 'only of this account')
    .addHelpText(
      'after',
      `
Example:
  insignia lti list`,
    )
    .action(async ({ account }: { account?: string }) => {
      const rows = await runWithService(context, (commands, service) =>
        commands.listPlatforms(service, account),
      );
      const lines = formatTable(
        rows,
        {
          ID: ({ platformId }) => platformId,
          ACCOUNT: (row) => row.account,
          NAME: ({ name }) => name,
          ISSUER: ({ issuer }) => issuer,
          'CLIENT ID': ({ clientId }) => clientId,
          STATE: ({ disabled }) => (disabled ? 'disabled' : 'enabled'),
        },
        'No account has a platform',
      );
      printResult(output(), { platforms: rows }, lines);
    });

  lti
    .command('show')
    .description('show the settings of a platform and its last launch')
    .argument('<platform>', 'ID of the platform')
    .addHelpText(
      'after',
      `
Example:
  insignia lti show <id>`,
    )
    .action(async (id: string) => {
      const found = await runWithService(context, (commands, service) =>
        commands.showPlatform(service, id),
      );
      printResult(output(), found, [
        `${found.name}, ${found.issuer}, client ID ${found.clientId}`,
        `Deployments: ${found.deploymentIds.join(', ') || 'none'}`,
        `Authorization: ${found.authorizationUrl}`,
        `Token: ${found.tokenUrl}`,
        `Keys: ${found.jwksUrl}`,
        `Last launch: ${found.launchedAt?.toISOString() ?? 'never'}`,
        `Disabled: ${found.disabledAt ? 'yes' : 'no'}`,
      ]);
    });

  lti
    .command('disable')
    .description('disable a platform: its activities no longer open')
    .argument('<platform>', 'ID of the platform')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Example:
  insignia lti disable <id> --yes`,
    )
    .action(async (id: string, { yes }: { yes?: true }) => {
      if (!yes)
        await confirm(
          'Its activities no longer open, and issue nothing. Credentials stay, and scores wait until you enable it.',
          signal,
        );
      const done = await runWithService(context, (commands, service) =>
        commands.disablePlatform(service, id, true),
      );
      printResult(output(), done, [`Disabled ${done.name}`]);
    });

  lti
    .command('enable')
    .description('enable a disabled platform')
    .argument('<platform>', 'ID of the platform')
    .addHelpText(
      'after',
      `
Example:
  insignia lti enable <id>`,
    )
    .action(async (id: string) => {
      const done = await runWithService(context, (commands, service) =>
        commands.disablePlatform(service, id, false),
      );
      printResult(output(), done, [
        `Enabled ${done.name}`,
        ...(done.waitingScores > 0
          ? [`Waiting scores that are sent now: ${done.waitingScores}`]
          : []),
      ]);
    });
}
