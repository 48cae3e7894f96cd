import type { MoveResult, UpgradeResult } from '@insignia/server/commands';
import type { Context } from '../terminal/output.ts';
import {
  CommandLineError,
  colorText,
  confirm,
  exitCodes,
  formatBytes,
  printResult,
  showProgress,
} from '../terminal/output.ts';
import { formatCount } from '../terminal/rules.ts';
import { withCommands } from './operate.ts';

type Options = { binaries?: string; to?: string; dryRun?: true; removeOld?: true; yes?: true };

export function addUpgrade(context: Context): void {
  context.program
    .command('upgrade')
    .description(
      "upgrade the embedded database to this program's PostgreSQL, or move it to a server",
    )
    .option('--binaries <folder>', 'folder of the PostgreSQL version that created the database')
    .option('--to <place>', 'postgresql://… (an empty database on a server), or embedded')
    .option('--dry-run', 'show what would be done, and check that it can be')
    .option('--remove-old', 'delete the old databases of upgrades and moves')
    .option('--yes', "don't ask for confirmation")
    .addHelpText(
      'after',
      `
Stop the service first. All tables are copied from one snapshot into a new database and compared. Then the new database
replaces the old one, which is kept until --remove-old. If interrupted, the old database is unchanged: run the command
again. Images and the secret stay where they are.

Example:
  DATA_DIR=/srv/insignia insignia upgrade --binaries /opt/insignia-before --dry-run`,
    )
    .action(async (options: Options) => {
      if (options.removeOld) return removeOld(context, options);
      if (options.to === undefined) return upgrade(context, options);
      if (options.binaries !== undefined)
        throw new CommandLineError("--binaries can't be combined with --to", exitCodes.usage);
      return move(context, options.to, options);
    });
}

async function upgrade(context: Context, { binaries, dryRun }: Options): Promise<void> {
  const { output } = context;
  const progress = showProgress(output(), 'rows');
  const done = await withCommands(context, ({ upgradeDatabase }, commandContext) =>
    upgradeDatabase(commandContext, {
      ...{ binaries, dryRun: dryRun === true },
      onProgress: progress.show,
    }),
  ).finally(progress.end);
  printResult(output(), done, formatUpgrade(done));
}

function formatUpgrade(done: UpgradeResult): string[] {
  const { from, to, bytes } = done;
  switch (done.outcome) {
    case 'up to date':
      return [
        `The database already uses PostgreSQL ${to}, which this version includes: nothing to do`,
      ];
    case 'ended':
      return [colorText('green', `Finished the upgrade to PostgreSQL ${to}`)];
    case 'can be upgraded':
      return [
        `The database (${formatBytes(bytes)}) can be upgraded from PostgreSQL ${from} to ${to}`,
      ];
    case 'upgraded':
      return [
        colorText('green', `Upgraded from PostgreSQL ${from} to ${to}: ${formatCopy(done)}`),
        ...formatForeignTables(done),
        `The old database is kept as ${done.kept}. Delete it with insignia upgrade --remove-old once everything works`,
      ];
  }
}

async function move(context: Context, to: string, { dryRun }: Options): Promise<void> {
  const { output } = context;
  const progress = showProgress(output(), 'rows');
  const done = await withCommands(context, ({ moveDatabase }, commandContext) =>
    moveDatabase(commandContext, to, { dryRun: dryRun === true, onProgress: progress.show }),
  ).finally(progress.end);
  printResult(output(), done, [...formatMove(done), ...formatNextSteps(to, done.secretIn)]);
}

function formatMove(done: MoveResult): string[] {
  if (done.outcome === 'can be moved')
    return [`The database (${formatBytes(done.bytes)}) can be moved. Then:`];
  return [
    colorText('green', `Moved: ${formatCopy(done)}`),
    ...formatForeignTables(done),
    ...(done.kept
      ? [
          `The old database is kept as ${done.kept}. Delete it with insignia upgrade --remove-old once everything works`,
        ]
      : ["The server's database is unchanged. Don't start a service on it again"]),
  ];
}

function formatNextSteps(to: string, secretIn: string | undefined): string[] {
  if (to === 'embedded')
    return ['Unset DATABASE_URL, keep SECRET unchanged, and start the service'];
  const secret = secretIn ? `, and SECRET to the content of ${secretIn}` : '';
  return [`Set DATABASE_URL to the server${secret}, and start the service`];
}

type CopyCounts = { rows: number; tables: number; migrated: string[] };

const formatCopy = ({ rows, tables, migrated }: CopyCounts): string =>
  `${formatCount(rows, 'row')} of ${formatCount(tables, 'table')} copied and compared${migrated.length > 0 ? `, ${formatCount(migrated.length, 'migration')} applied` : ''}`;

function formatForeignTables({ foreignTables }: { foreignTables: string[] }): string[] {
  return foreignTables.length > 0
    ? [colorText('yellow', `Left out, because they aren't Insignia's: ${foreignTables.join(', ')}`)]
    : [];
}

async function removeOld(context: Context, { yes }: Options): Promise<void> {
  const { output, signal } = context;
  if (!yes) await confirm("Old databases are deleted. This can't be undone.", signal);
  const done = await withCommands(context, ({ removeOldDatabases }, commandContext) =>
    removeOldDatabases(commandContext),
  );
  printResult(output(), done, [
    done.removed.length > 0 ? `Deleted: ${done.removed.join(', ')}` : 'No old databases',
  ]);
}
