import type { SecretRotation } from '@insignia/server/commands';
import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colorText, printResult } from '../output.ts';
import { showCount } from '../progress.ts';
import { withCommands } from './operate.ts';

const confirmation =
  'Everybody has to sign in again; API keys, credentials and webhooks go on as they are.';

export function addSecret(context: Context): void {
  const { program, output, signal, endWith } = context;
  const secret = program
    .command('secret')
    .description('what the service seals and signs with: rotate')
    .addHelpText(
      'after',
      `
Example:
  insignia secret rotate`,
    );

  secret
    .command('rotate')
    .description('change SECRET while the service runs, and seal anew what the old one has sealed')
    .option('--yes', 'without asking')
    .addHelpText(
      'after',
      `
Where the secret is a file (DATA_DIR/secret), this is all. Where it is set as SECRET, the command is given twice: first it
prints a new one, to be set as SECRET of every process with the old one as SECRET_PREVIOUS; once all have been restarted,
one after the other, it changes over. Broken off, it is given again.

Examples:
  insignia secret rotate
  SECRET=<new> SECRET_PREVIOUS=<old> insignia secret rotate --yes`,
    )
    .action(async ({ yes }: { yes?: true }) => {
      const progress = showCount(output(), 'sealed anew');
      const done = await withCommands(context, (commands, surroundings) =>
        commands.withService(surroundings, (service) =>
          commands.rotateServiceSecret(service, surroundings, {
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
      'Nothing has changed yet. Set this for every process, with the present one as SECRET_PREVIOUS, and restart them one',
      'after the other; then give this command again, with the same two.',
    ];
  return [
    colorText(
      'green',
      outcome === 'changed'
        ? `The service writes with the new secret: ${resealed} sealed anew. Everybody has to sign in again`
        : `The service has the new secret already: ${resealed} more sealed anew`,
    ),
    ...(lost > 0
      ? [
          colorText(
            'yellow',
            `${lost} could not be read with any secret here: have the secrets of such webhooks and the keys of such issuers rotated`,
          ),
        ]
      : []),
    kept === 'environment'
      ? 'SECRET_PREVIOUS is not needed any more: unset it when the processes are restarted the next time'
      : 'The file is replaced: the old secret opens nothing here any more',
    'Backups from before hold the old secret, as they need it',
  ];
}
