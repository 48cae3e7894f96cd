import type { RestoreResult } from '@insignia/server/commands';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed, colorText, printResult } from '../output.ts';
import { readPassphrase } from '../passphrase.ts';
import { showProgress } from '../progress.ts';
import { formatVerification } from './backup.ts';
import { withCommands } from './operate.ts';

type Options = {
  backup?: string;
  passphraseFile?: string;
  withoutSecret?: true;
  releaseJobs?: true;
  dryRun?: true;
  printSecret?: true;
};

export function addRestore(context: Context): void {
  const { program, output } = context;
  program
    .command('restore')
    .description('restore a backup into an empty database and image store')
    .argument('<place>', 'a folder, or s3://bucket/prefix?endpoint=…&region=…')
    .option('--backup <id>', 'which one; the last when not given')
    .option('--passphrase-file <file>', 'its first line opens the secret; or BACKUP_PASSPHRASE')
    .option('--without-secret', 'go on without it: people are signed out, sealed keys are lost')
    .option('--release-jobs', 'let mails, deliveries and jobs go on that waited')
    .option('--dry-run', 'restore into a scratch database, compare, and throw it away')
    .option('--print-secret', 'only print the secret, to be set as SECRET')
    .addHelpText(
      'after',
      `
Broken off, it is given again as it was: until it has ended, no service starts on that database. What waited to be sent
or done is held back until insignia jobs release, since it may have gone out after the backup was made.

Example:
  DATA_DIR=/srv/insignia insignia restore /var/backups/insignia --passphrase-file /etc/insignia/backup-passphrase`,
    )
    .action(async (place: string, options: Options) => {
      if (options.printSecret) return printSecret(context, place, options);
      if (options.dryRun) {
        const tried = await withCommands(context, ({ testRestore: tryRestore }, surroundings) =>
          tryRestore(surroundings, place, options.backup),
        );
        return printResult(output(), tried, [formatVerification(tried)]);
      }
      const passphrase = await readPassphrase(options.passphraseFile);
      const progress = showProgress(output(), 'rows and pictures');
      const done = await withCommands(context, ({ restoreBackup: restore }, surroundings) =>
        restore(surroundings, place, {
          ...{ backup: options.backup, passphrase },
          withoutSecret: options.withoutSecret === true,
          releasesJobs: options.releaseJobs === true,
          onProgress: progress.show,
        }),
      ).finally(progress.end);
      printResult(output(), done, formatRestore(done));
    });
}

async function printSecret(context: Context, place: string, options: Options): Promise<void> {
  const passphrase = await readPassphrase(options.passphraseFile);
  if (!passphrase)
    throw new CommandFailed(
      'the secret is sealed: give --passphrase-file or BACKUP_PASSPHRASE',
      exitCodes.usage,
    );
  const found = await withCommands(context, ({ readBackupSecret: secretOf }, surroundings) =>
    secretOf(surroundings, place, { backup: options.backup, passphrase }),
  );
  printResult(context.output(), found, [found.secret]);
}

const secretMessages: Record<RestoreResult['secret'], string> = {
  written: 'The secret is restored: people stay signed in',
  'the same': 'The secret here is the one of the backup: people stay signed in',
  'left out':
    'The secret was left out: people have to sign in again, and what was sealed with it cannot be read',
};

function formatRestore(done: RestoreResult): string[] {
  const { rows, images } = done;
  return [
    colorText('green', `Restored ${done.backup}: ${rows} rows, ${images.count} pictures`),
    secretMessages[done.secret],
    ...(images.missing > 0
      ? [colorText('yellow', `${images.missing} pictures were missing when it was made`)]
      : []),
    ...formatNextSteps(done),
  ];
}

type RestoreSummary = Pick<
  RestoreResult,
  'held' | 'unsigned' | 'migrated' | 'baseUrl' | 'isOtherBaseUrl'
>;

/** Next steps after a restore. */
function formatNextSteps({
  held,
  unsigned,
  migrated,
  baseUrl,
  isOtherBaseUrl,
}: RestoreSummary): string[] {
  const waiting = held.jobs + held.deliveries;
  return [
    ...(migrated.length > 0 ? [`Brought to this version: ${migrated.length} migrations`] : []),
    ...(waiting > 0
      ? [
          colorText(
            'yellow',
            `Held back, since they may have been done: ${held.jobs} mails and jobs, ${held.deliveries} deliveries. See insignia jobs release --help`,
          ),
        ]
      : []),
    colorText(
      'yellow',
      `Signed copies that were fetched later can't be revoked: those of every credential that was issued later, and of up to ${unsigned} credentials restored here, which weren't signed yet. Existing status lists are closed: new entries go into new ones`,
    ),
    ...(isOtherBaseUrl
      ? [colorText('yellow', `It was at ${baseUrl}: start it with BASE_URL=${baseUrl}`)]
      : []),
  ];
}
