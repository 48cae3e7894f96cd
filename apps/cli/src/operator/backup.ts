import type { BackupResult, BackupVerification } from '@insignia/server/commands';
import { readPassphrase } from '../files.ts';
import type { Context } from '../terminal/output.ts';
import {
  CommandLineError,
  colorText,
  exitCodes,
  formatBytes,
  formatTable,
  printResult,
  showProgress,
} from '../terminal/output.ts';
import { formatCount } from '../terminal/rules.ts';
import { withCommands } from './operate.ts';

type Options = { passphraseFile?: string; withoutSecret?: true; keep?: string; verify?: true };

export function addBackup(context: Context): void {
  const { program, output, endWith } = context;
  program
    .command('backup')
    .description('back up the database, images and secret while the service is running')
    .argument('<place>', 'a folder, or s3://bucket/prefix?endpoint=…&region=…')
    .option(
      '--passphrase-file <file>',
      'encrypt the secret with the first line of this file; or set BACKUP_PASSPHRASE',
    )
    .option('--without-secret', 'leave the secret out, because you keep it elsewhere')
    .option('--keep <count>', 'number of backups to keep; older ones are deleted')
    .option('--verify', 'restore the backup into a temporary database and compare')
    .addHelpText(
      'after',
      `
Images that are already there aren't written again. An interrupted run leaves no backup. Exit code 6: images that
the database refers to are missing in the image store, and so in the backup.

Example:
  insignia backup /var/backups/insignia --passphrase-file /etc/insignia/backup-passphrase --keep 14 --verify`,
    )
    .action(async (place: string, options: Options) => {
      const passphrase = await readBackupPassphrase(options);
      const keep = parseCount(options.keep);
      const progress = showProgress(output(), 'rows');
      const backup = await withCommands(context, ({ createBackup }, commandContext) =>
        createBackup(commandContext, place, {
          ...{ passphrase, keep, verify: options.verify === true },
          onProgress: progress.show,
        }),
      ).finally(progress.end);
      printResult(output(), backup, formatBackup(backup));
      if (backup.images.missing > 0) endWith(exitCodes.inPart);
    });

  program
    .command('backups')
    .description('list backups, oldest first')
    .argument('<place>', 'a folder, or s3://bucket/prefix?endpoint=…&region=…')
    .addHelpText(
      'after',
      `
Example:
  insignia backups /var/backups/insignia`,
    )
    .action(async (place: string) => {
      const rows = await withCommands(context, ({ listBackupsAt }, commandContext) =>
        listBackupsAt(commandContext, place),
      );
      const lines = formatTable(
        rows,
        {
          BACKUP: ({ backup }) => backup,
          COMPLETE: ({ isWhole }) => isWhole,
          ROWS: ({ rows }) => rows,
          IMAGES: ({ images }) => images,
          SECRET: ({ secret }) => secret,
          VERSION: ({ lastMigration }) => lastMigration,
        },
        'No backups',
      );
      printResult(output(), { backups: rows }, lines);
    });
}

async function readBackupPassphrase(options: Options): Promise<string | undefined> {
  const passphrase = options.withoutSecret
    ? undefined
    : await readPassphrase(options.passphraseFile);
  if (!passphrase && !options.withoutSecret)
    throw new CommandLineError(
      'choose how to handle the secret: encrypt it with --passphrase-file or BACKUP_PASSPHRASE, or leave it out with --without-secret',
      exitCodes.usage,
    );
  return passphrase;
}

function parseCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new CommandLineError(`--keep must be a number from 1, not ${text}`, exitCodes.usage);
  return Number(text);
}

function formatBackup(backup: BackupResult): string[] {
  const { rows, tables, images, bytes, secret, foreignTables, dropped, verified } = backup;
  const { count, written, missing } = images;
  return [
    colorText('green', `Backup ${backup.backup} in ${backup.place}`),
    `${formatCount(rows, 'row')} of ${formatCount(tables, 'table')} (${formatBytes(bytes)}), ${formatCount(count, 'image')} (${written} new), ${secret === 'sealed' ? 'with the encrypted secret' : 'without the secret'}`,
    ...(missing > 0
      ? [
          colorText(
            'yellow',
            `${formatCount(missing, 'image')} missing in the image store. For a list, run insignia images verify`,
          ),
        ]
      : []),
    ...(foreignTables.length > 0
      ? [
          colorText(
            'yellow',
            `Left out, because they aren't Insignia's: ${foreignTables.join(', ')}`,
          ),
        ]
      : []),
    ...(dropped.length > 0 ? [`Deleted: ${dropped.join(', ')}`] : []),
    ...(verified ? [formatVerification(verified)] : []),
  ];
}

export function formatVerification(verified: BackupVerification): string {
  const { tables, rows, images, healed, documents, isOtherProgram } = verified;
  const written = healed > 0 ? ` (${healed} damaged in the backup and replaced)` : '';
  const published = isOtherProgram
    ? "public documents weren't compared, because another version created the backup"
    : `${documents} public documents match`;
  return colorText(
    'green',
    `Restored into a temporary database and compared: ${formatCount(rows, 'row')} of ${formatCount(tables, 'table')}, ${formatCount(images, 'image')}${written}; ${published}`,
  );
}
