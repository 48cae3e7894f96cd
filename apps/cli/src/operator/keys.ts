import type { SecretRotation } from '@insignia/server/commands';
import type { Context } from '../terminal/output.ts';
import {
  colorText,
  confirm,
  exitCodes,
  formatTable,
  printResult,
  showCount,
} from '../terminal/output.ts';
import { runWithService, withCommands } from './operate.ts';

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
    .requiredOption('--account <id>', 'ID of the account')
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
          PREFIX: ({ prefix }) => `insignia_${prefix}`,
          CREATED: ({ createdAt }) => createdAt,
          'LAST USED': ({ lastUsedAt }) => lastUsedAt,
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

const confirmation =
  'All users need to sign in again. API keys, credentials and webhooks continue to work.';

export function addSecret(context: Context): void {
  const { program, output, signal, endWith } = context;
  const secret = program
    .command('secret')
    .description("rotate the service's secret")
    .addHelpText(
      'after',
      `
Example:
  insignia secret rotate`,
    );

  secret
    .command('rotate')
    .description('change SECRET while the service is running, and encrypt data with the new one')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
If the secret is a file (DATA_DIR/secret), run this once. If it's set as SECRET, run it twice. The first run prints a new
secret: set it as SECRET of every process, with the old one as SECRET_PREVIOUS, and restart them one at a time. The second
run switches to it. If interrupted, run it again.

Examples:
  insignia secret rotate
  SECRET=<new> SECRET_PREVIOUS=<old> insignia secret rotate --yes`,
    )
    .action(async ({ yes }: { yes?: true }) => {
      const progress = showCount(output(), 'encrypted again');
      const done = await withCommands(context, (commands, commandContext) =>
        commands.withService(commandContext, (service) =>
          commands.rotateServiceSecret(service, commandContext, {
            confirm: async () => {
              if (!yes) await confirm(confirmation, signal);
            },
            onResealed: progress.show,
          }),
        ),
      ).finally(progress.end);
      printResult(output(), done, formatRotation(done));
      if (done.lost > 0) endWith(exitCodes.inPart);
    });
}

function formatRotation({ outcome, secret, resealed, lost, kept }: SecretRotation): string[] {
  if (outcome === 'new')
    return [
      `SECRET=${secret}`,
      'Nothing has changed yet. Set this for every process, with the current one as SECRET_PREVIOUS, and restart them one',
      'at a time. Then run this command again with the same two settings.',
    ];
  return [
    colorText(
      'green',
      outcome === 'changed'
        ? `The service uses the new secret, and ${resealed} items are encrypted with it. All users need to sign in again`
        : `The service already uses the new secret: ${resealed} more items are encrypted with it`,
    ),
    ...(lost > 0
      ? [
          colorText(
            'yellow',
            `${lost} items couldn't be read with any secret. Rotate the secrets of the affected webhooks and the keys of the affected issuers`,
          ),
        ]
      : []),
    kept === 'environment'
      ? 'SECRET_PREVIOUS is no longer needed. Remove it at the next restart'
      : 'The secret file is replaced. The service no longer uses the old secret',
    'Earlier backups contain the old secret, because they need it',
  ];
}
