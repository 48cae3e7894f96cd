import type { BackupResult, BackupVerification } from '@insignia/server/commands';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed, colorText, printResult } from '../output.ts';
import { readPassphrase } from '../passphrase.ts';
import { showProgress } from '../progress.ts';
import { formatBytes, formatTable } from '../table.ts';
import { withCommands } from './operate.ts';

type Options = { passphraseFile?: string; withoutSecret?: true; keep?: string; verify?: true };

export function addBackup(context: Context): void {
  const { program, output, endWith } = context;
  program
    .command('backup')
    .description('back up database, pictures and secret while the service goes on')
    .argument('<place>', 'a folder, or s3://bucket/prefix?endpoint=…&region=…')
    .option('--passphrase-file <file>', 'its first line seals the secret; or BACKUP_PASSPHRASE')
    .option('--without-secret', 'leave the secret out: you keep it elsewhere')
    .option('--keep <count>', 'so many backups stay in the place, the oldest go')
    .option('--verify', 'restore it into a scratch database and compare')
    .addHelpText(
      'after',
      `
Pictures that the place has already are not written again. What is broken off is no backup. Exit code 6: pictures
that the database knows are missing in the image store, and so in the backup.

Example:
  insignia backup /var/backups/insignia --passphrase-file /etc/insignia/backup-passphrase --keep 14 --verify`,
    )
    .action(async (place: string, options: Options) => {
      const passphrase = await readBackupPassphrase(options);
      const keep = parseCount(options.keep);
      const progress = showProgress(output(), 'rows');
      const made = await withCommands(context, ({ createBackup: backUp }, surroundings) =>
        backUp(surroundings, place, {
          ...{ passphrase, keep, verify: options.verify === true },
          onProgress: progress.show,
        }),
      ).finally(progress.end);
      printResult(output(), made, formatBackup(made));
      if (made.images.missing > 0) endWith(exitCodes.inPart);
    });

  program
    .command('backups')
    .description('what backups there are in a place, the oldest first')
    .argument('<place>', 'a folder, or s3://bucket/prefix?endpoint=…&region=…')
    .addHelpText(
      'after',
      `
Example:
  insignia backups /var/backups/insignia`,
    )
    .action(async (place: string) => {
      const rows = await withCommands(context, ({ listBackupsAt: listBackupsIn }, surroundings) =>
        listBackupsIn(surroundings, place),
      );
      const lines = formatTable(
        rows,
        {
          BACKUP: ({ backup }) => backup,
          WHOLE: ({ isWhole }) => isWhole,
          ROWS: ({ rows }) => rows,
          PICTURES: ({ images }) => images,
          SECRET: ({ secret }) => secret,
          VERSION: ({ lastMigration }) => lastMigration,
        },
        'There are no backups',
      );
      printResult(output(), { backups: rows }, lines);
    });
}

async function readBackupPassphrase(options: Options): Promise<string | undefined> {
  const passphrase = options.withoutSecret
    ? undefined
    : await readPassphrase(options.passphraseFile);
  if (!passphrase && !options.withoutSecret)
    throw new CommandFailed(
      'say what becomes of the secret: --passphrase-file or BACKUP_PASSPHRASE seals it, --without-secret leaves it out',
      exitCodes.usage,
    );
  return passphrase;
}

function parseCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new CommandFailed(`--keep wants a number from 1 on, not ${text}`, exitCodes.usage);
  return Number(text);
}

function formatBackup(made: BackupResult): string[] {
  const { rows, tables, images, bytes, secret, foreignTables, dropped, verified } = made;
  const { count, written, missing } = images;
  return [
    colorText('green', `Backup ${made.backup} in ${made.place}`),
    `${rows} rows of ${tables} tables (${formatBytes(bytes)}), ${count} pictures (${written} of them new), the secret ${secret}`,
    ...(missing > 0
      ? [colorText('yellow', `${missing} pictures are missing in the image store: insignia doctor`)]
      : []),
    ...(foreignTables.length > 0
      ? [
          colorText(
            'yellow',
            `Left out, since they are not Insignia's: ${foreignTables.join(', ')}`,
          ),
        ]
      : []),
    ...(dropped.length > 0 ? [`Dropped: ${dropped.join(', ')}`] : []),
    ...(verified ? [formatVerification(verified)] : []),
  ];
}

export function formatVerification(verified: BackupVerification): string {
  const { tables, rows, images, healed, documents, isOtherProgram } = verified;
  const written = healed > 0 ? ` (${healed} were damaged there and are written anew)` : '';
  const published = isOtherProgram
    ? 'public documents were not compared, since another version made it'
    : `${documents} public documents are the same`;
  return colorText(
    'green',
    `Restored into a scratch database and compared: ${rows} rows of ${tables} tables, ${images} pictures${written}; ${published}`,
  );
}
