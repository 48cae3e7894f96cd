import type { RestoreResult } from '@insignia/server/commands';
import { readPassphrase } from '../files.ts';
import type { Context } from '../terminal/output.ts';
import {
  CommandLineError,
  colorText,
  exitCodes,
  printResult,
  showProgress,
} from '../terminal/output.ts';
import { formatCount } from '../terminal/rules.ts';
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
    .option('--backup <id>', 'ID of the backup; defaults to the newest')
    .option(
      '--passphrase-file <file>',
      'decrypt the secret with the first line of this file; or set BACKUP_PASSPHRASE',
    )
    .option(
      '--without-secret',
      'continue without the secret: users are signed out, encrypted keys are lost',
    )
    .option('--release-jobs', 'release emails, deliveries and jobs instead of putting them on hold')
    .option('--dry-run', 'restore into a temporary database, compare, and delete it')
    .option('--print-secret', 'only print the secret, to set as SECRET')
    .addHelpText(
      'after',
      `
If interrupted, run the same command again: until it has finished, no service can start on that database. Waiting emails,
deliveries and jobs stay on hold until insignia jobs release, because they may have been sent after the backup.

Example:
  DATA_DIR=/srv/insignia insignia restore /var/backups/insignia --passphrase-file /etc/insignia/backup-passphrase`,
    )
    .action(async (place: string, options: Options) => {
      if (options.printSecret) return printSecret(context, place, options);
      if (options.dryRun) {
        const verification = await withCommands(
          context,
          ({ testRestore: tryRestore }, commandContext) =>
            tryRestore(commandContext, place, options.backup),
        );
        return printResult(output(), verification, [formatVerification(verification)]);
      }
      const passphrase = await readPassphrase(options.passphraseFile);
      const progress = showProgress(output(), 'rows and images');
      const done = await withCommands(context, ({ restoreBackup: restore }, commandContext) =>
        restore(commandContext, place, {
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
    throw new CommandLineError(
      'the secret is encrypted. Pass --passphrase-file or BACKUP_PASSPHRASE',
      exitCodes.usage,
    );
  const found = await withCommands(context, ({ readBackupSecret: secretOf }, commandContext) =>
    secretOf(commandContext, place, { backup: options.backup, passphrase }),
  );
  printResult(context.output(), found, [found.secret]);
}

const secretMessages: Record<RestoreResult['secret'], string> = {
  written: 'The secret is restored: users stay signed in',
  'the same': 'The secret here matches the backup: users stay signed in',
  'left out':
    "The secret was left out: users need to sign in again, and data encrypted with it can't be read",
};

function formatRestore(done: RestoreResult): string[] {
  const { rows, images } = done;
  return [
    colorText(
      'green',
      `Restored ${done.backup}: ${formatCount(rows, 'row')}, ${formatCount(images.count, 'image')}`,
    ),
    secretMessages[done.secret],
    ...(images.missing > 0
      ? [
          colorText(
            'yellow',
            `${formatCount(images.missing, 'image')} already missing when the backup was made`,
          ),
        ]
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
    ...(migrated.length > 0 ? [`${formatCount(migrated.length, 'migration')} applied`] : []),
    ...(waiting > 0
      ? [
          colorText(
            'yellow',
            `On hold, because they may have been sent or done already: ${formatCount(held.jobs, 'email or job', 'emails and jobs')}, ${formatCount(held.deliveries, 'delivery', 'deliveries')}. See insignia jobs release --help`,
          ),
        ]
      : []),
    colorText(
      'yellow',
      `Signed copies that recipients downloaded after this backup can't be revoked. This affects every credential issued, corrected or updated after the backup, and up to ${formatCount(unsigned, 'restored credential')} not yet signed when it was made. New credentials use new status lists`,
    ),
    ...(isOtherBaseUrl
      ? [
          colorText(
            'yellow',
            `The restored credentials were issued under ${baseUrl}. Start the service with BASE_URL=${baseUrl}`,
          ),
        ]
      : []),
  ];
}
