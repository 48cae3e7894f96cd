import type { MovedImages, VerifiedImages } from '@insignia/server/commands';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colorText, printResult } from '../output.ts';
import { showProgress } from '../progress.ts';
import { formatBytes } from '../table.ts';
import { withCommands } from './operate.ts';

type VerifyFlags = { repair?: string; dropOrphans?: true };

export function addImages(context: Context): void {
  const { program, output, endWith } = context;
  const images = program
    .command('images')
    .description('stored pictures: verify, move')
    .addHelpText(
      'after',
      `
Example:
  insignia images verify`,
    );

  images
    .command('verify')
    .description('read every picture, compare it with its checksum, and look for what nobody knows')
    .option('--repair <place>', 'take bad ones from the backups there: a folder, or s3://…')
    .option('--drop-orphans', 'remove pictures from the store that the database does not know')
    .addHelpText(
      'after',
      `
The service goes on meanwhile. Exit code 6: pictures are missing or damaged, and were not repaired.

Examples:
  insignia images verify
  insignia images verify --repair /var/backups/insignia`,
    )
    .action(async ({ repair, dropOrphans }: VerifyFlags) => {
      const progress = showProgress(output(), 'pictures');
      const found = await withCommands(context, (commands, surroundings) =>
        commands.withService(surroundings, (service) =>
          commands.verifyImages(service, surroundings, {
            ...{ repairFrom: repair, dropOrphans: dropOrphans === true },
            onProgress: progress.show,
          }),
        ),
      ).finally(progress.end);
      printResult(output(), found, formatVerifiedImages(found));
      if (found.bad > found.repaired) endWith(exitCodes.inPart);
    });

  images
    .command('move')
    .description('copy all pictures to another store while the service runs, and say what to set')
    .argument('<place>', 'a folder, file (in DATA_DIR), or s3://bucket/prefix?endpoint=…&region=…')
    .addHelpText(
      'after',
      `
Broken off, it is given again and goes on. It is given twice: before the settings are changed, and again after all
processes have been restarted with them.

Example:
  insignia images move 's3://pictures?endpoint=https://s3.example.org'`,
    )
    .action(async (place: string) => {
      const progress = showProgress(output(), 'pictures');
      const moved = await withCommands(context, (commands, surroundings) =>
        commands.withService(surroundings, (service) =>
          commands.moveImages(service, surroundings, place, progress.show),
        ),
      ).finally(progress.end);
      printResult(output(), moved, formatMovedImages(moved));
      if (moved.missing > 0) endWith(exitCodes.inPart);
    });
}

function formatVerifiedImages(found: VerifiedImages): string[] {
  const { place, checked, bytes, bad, repaired, images, orphans, dropped } = found;
  const left = bad - repaired;
  const badLines = images.flatMap(({ image, state, repaired, usedBy }) => [
    colorText(repaired ? 'dim' : 'red', `${image} ${repaired ? `was ${state}` : state}`),
    ...usedBy.map(
      ({ table, id, accountId }) =>
        `  in ${table}${id ? ` of ${id}` : ''}${accountId ? ` (account ${accountId})` : ''}`,
    ),
    ...(usedBy.length === 0 ? ['  nothing refers to it'] : []),
  ]);
  return [
    ...badLines,
    ...(bad > images.length ? [`… and ${bad - images.length} more`] : []),
    colorText(
      left > 0 ? 'red' : 'green',
      `${checked} pictures (${formatBytes(bytes)}) in ${place}: ${left} missing or damaged, ${repaired} repaired`,
    ),
    ...(left > 0
      ? [
          'Take them from a backup with --repair <place>, or upload the pictures of these badges and issuers again',
        ]
      : []),
    ...(orphans > 0
      ? [
          `${orphans} that nobody knows, ${dropped} of them removed${dropped < orphans ? ': they only take room; --drop-orphans removes them' : ''}`,
        ]
      : []),
  ];
}

function formatMovedImages({
  from,
  to,
  copied,
  there,
  missing,
  outcome,
  settings,
}: MovedImages): string[] {
  return [
    colorText(
      'green',
      `${copied} copied from ${from} to ${to} and read again, ${there} were there`,
    ),
    ...(missing > 0
      ? [
          colorText(
            'yellow',
            `${missing} are missing or damaged in ${from}: insignia images verify says which`,
          ),
        ]
      : []),
    ...(outcome === 'copied'
      ? [
          'Now set this for every process, and restart them one after the other:',
          ...Object.entries(settings).map(
            ([name, value]) => `  ${name}=${quoteForShell(value ?? '')}`,
          ),
          'then give this command again, with the same settings: it fetches what was uploaded meanwhile',
        ]
      : [
          'Nothing is left behind: unset IMAGE_STORE_PREVIOUS, and restart. The former place is not needed once a backup was made',
        ]),
  ];
}

/** Quotes text for a shell. */
function quoteForShell(text: string): string {
  return /^[\w/.:-]+$/.test(text) ? text : `'${text}'`;
}
