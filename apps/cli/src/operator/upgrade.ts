import type { MoveResult, UpgradeResult } from '@insignia/server/commands';
import { confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed, colorText, printResult } from '../output.ts';
import { showProgress } from '../progress.ts';
import { formatBytes } from '../table.ts';
import { withCommands } from './operate.ts';

type Options = { binaries?: string; to?: string; dryRun?: true; removeOld?: true; yes?: true };

export function addUpgrade(context: Context): void {
  context.program
    .command('upgrade')
    .description("bring the embedded database to this program's PostgreSQL, or move it to a server")
    .option('--binaries <folder>', 'where the PostgreSQL is installed that the database is of')
    .option('--to <place>', 'postgresql://…, an empty database on a server; or embedded, from one')
    .option('--dry-run', 'say what would be done, and whether it can be')
    .option('--remove-old', 'remove what upgrades and moves have kept')
    .option('--yes', 'without asking')
    .addHelpText(
      'after',
      `
Stop the service first. All tables are copied from one snapshot into a new database beside the old one and compared; then
the names change. Broken off anywhere, the old one is as it was: give the command again. The old one is kept until
--remove-old. Pictures and the secret stay where they are.

Example:
  DATA_DIR=/srv/insignia insignia upgrade --binaries /opt/insignia-before --dry-run`,
    )
    .action(async (options: Options) => {
      if (options.removeOld) return removeOld(context, options);
      if (options.to === undefined) return upgrade(context, options);
      if (options.binaries !== undefined)
        throw new CommandFailed('--binaries does not go with --to', exitCodes.usage);
      return move(context, options.to, options);
    });
}

async function upgrade(context: Context, { binaries, dryRun }: Options): Promise<void> {
  const { output } = context;
  const progress = showProgress(output(), 'rows');
  const done = await withCommands(context, ({ upgradeDatabase }, surroundings) =>
    upgradeDatabase(surroundings, {
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
      return [`The database is of PostgreSQL ${to}, which this version brings: nothing to do`];
    case 'ended':
      return [colorText('green', `The upgrade to PostgreSQL ${to} is ended`)];
    case 'can be upgraded':
      return [
        `The database (${formatBytes(bytes)}) can be upgraded from PostgreSQL ${from} to ${to}`,
      ];
    case 'upgraded':
      return [
        colorText('green', `Upgraded from PostgreSQL ${from} to ${to}: ${formatCopy(done)}`),
        ...formatForeignTables(done),
        `The old one is kept as ${done.kept}: insignia upgrade --remove-old, once all is well`,
      ];
  }
}

async function move(context: Context, to: string, { dryRun }: Options): Promise<void> {
  const { output } = context;
  const progress = showProgress(output(), 'rows');
  const done = await withCommands(context, ({ moveDatabase }, surroundings) =>
    moveDatabase(surroundings, to, { dryRun: dryRun === true, onProgress: progress.show }),
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
      ? [`The old one is kept as ${done.kept}: insignia upgrade --remove-old, once all is well`]
      : ["The server's is as it was: start no service on it any more"]),
  ];
}

function formatNextSteps(to: string, secretIn: string | undefined): string[] {
  if (to === 'embedded') return ['Unset DATABASE_URL, keep SECRET as it is, and start the service'];
  const secret = secretIn ? `, and SECRET to what is in ${secretIn}` : '';
  return [`Set DATABASE_URL to the server${secret}, and start the service`];
}

type CopyCounts = { rows: number; tables: number; migrated: string[] };

const formatCopy = ({ rows, tables, migrated }: CopyCounts): string =>
  `${rows} rows of ${tables} tables copied and compared${migrated.length > 0 ? `, ${migrated.length} migrations applied` : ''}`;

function formatForeignTables({ foreignTables }: { foreignTables: string[] }): string[] {
  return foreignTables.length > 0
    ? [colorText('yellow', `Left out, since they are not Insignia's: ${foreignTables.join(', ')}`)]
    : [];
}

async function removeOld(context: Context, { yes }: Options): Promise<void> {
  const { output, signal } = context;
  if (!yes) await confirm('Former databases are removed, for good.', signal);
  const done = await withCommands(context, ({ removeOldDatabases }, surroundings) =>
    removeOldDatabases(surroundings),
  );
  printResult(output(), done, [
    done.removed.length > 0 ? `Removed: ${done.removed.join(', ')}` : 'There is none',
  ]);
}
