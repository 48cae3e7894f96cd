import type {
  MovedImages,
  PinStatus,
  RepairedPins,
  VerifiedImages,
} from '@insignia/server/commands';
import type { Command } from 'commander';
import type { Context } from '../terminal/output.ts';
import {
  colorText,
  exitCodes,
  formatBytes,
  printResult,
  showProgress,
} from '../terminal/output.ts';
import { formatCount } from '../terminal/rules.ts';
import { withCommands } from './operate.ts';

type VerifyFlags = { repair?: string; dropOrphans?: true };

export function addImages(context: Context): void {
  const { program, output, endWith } = context;
  const images = program
    .command('images')
    .description('verify, move and pin stored images')
    .addHelpText(
      'after',
      `
Example:
  insignia images verify`,
    );

  images
    .command('verify')
    .description('read every image, compare its checksum, and find orphans')
    .option('--repair <place>', 'restore bad images from the backups here: a folder, or s3://…')
    .option('--drop-orphans', 'delete images that nothing uses')
    .addHelpText(
      'after',
      `
The service keeps running. Exit code 6: images are missing or damaged, and weren't repaired.

Examples:
  insignia images verify
  insignia images verify --repair /var/backups/insignia`,
    )
    .action(async ({ repair, dropOrphans }: VerifyFlags) => {
      const progress = showProgress(output(), 'images');
      const found = await withCommands(context, (commands, commandContext) =>
        commands.withService(commandContext, (service) =>
          commands.verifyImages(service, commandContext, {
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
    .description(
      'copy all images to another store while the service is running, and show the new settings',
    )
    .argument('<place>', 'a folder, file (in DATA_DIR), or s3://bucket/prefix?endpoint=…&region=…')
    .addHelpText(
      'after',
      `
If interrupted, run it again to continue. Run it twice: before you change the settings, and again after all
processes have restarted with them.

Example:
  insignia images move 's3://pictures?endpoint=https://s3.example.org'`,
    )
    .action(async (place: string) => {
      const progress = showProgress(output(), 'images');
      const moved = await withCommands(context, (commands, commandContext) =>
        commands.withService(commandContext, (service) =>
          commands.moveImages(service, commandContext, place, progress.show),
        ),
      ).finally(progress.end);
      printResult(output(), moved, formatMovedImages(moved));
      if (moved.missing > 0) endWith(exitCodes.inPart);
    });

  addPins(context, images);
}

function addPins(context: Context, images: Command): void {
  const { output, endWith } = context;
  const pins = images
    .command('pins')
    .description('show or repair the pins of images at other services (IMAGE_PINS)')
    .addHelpText(
      'after',
      `
Examples:
  insignia images pins
  insignia images pins repair`,
    );
  pins
    .command('status', { isDefault: true })
    .description(
      'count the pins by service and state. Exit code 6: some failed and will be retried',
    )
    .addHelpText(
      'after',
      `
Example:
  insignia images pins status --json`,
    )
    .action(async () => {
      const status = await withCommands(context, (commands, commandContext) =>
        commands.withService(commandContext, (service) => commands.showPins(service)),
      );
      printResult(output(), status, formatPins(status));
      if (status.places.some(({ isConfigured, failed }) => isConfigured && failed > 0))
        endWith(exitCodes.inPart);
    });
  pins
    .command('repair')
    .description('retry failed pins now, check all others, and pin what is missing')
    .addHelpText(
      'after',
      `
The service does the work. If interrupted, run it again.

Example:
  insignia images pins repair`,
    )
    .action(async () => {
      const repaired = await withCommands(context, (commands, commandContext) =>
        commands.withService(commandContext, (service) =>
          commands.repairPins(service, commandContext),
        ),
      );
      printResult(output(), repaired, formatRepairedPins(repaired));
    });
}

function formatPins({ places }: PinStatus): string[] {
  if (places.length === 0) return ['No service is set. Set IMAGE_PINS to pin pictures elsewhere'];
  return places.flatMap(({ place, isConfigured, isScanning, error, ...counts }) => [
    colorText(
      counts.failed > 0 && isConfigured ? 'yellow' : 'green',
      `${place}: ${counts.pinned} pinned, ${counts.waiting + counts.queued} waiting, ${counts.failed} failed`,
    ),
    ...(error ? [`  ${error}`] : []),
    ...(isConfigured && isScanning ? ['  looking for pictures without a pin'] : []),
    ...(isConfigured ? [] : ['  not in IMAGE_PINS']),
  ]);
}

function formatRepairedPins(repaired: RepairedPins): string[] {
  const { retried, checks } = repaired;
  return [
    `${formatCount(checks, 'pin')} will be checked, ${formatCount(retried, 'job')} retried`,
    ...formatPins(repaired),
  ];
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
    ...(usedBy.length === 0 ? ['  unused'] : []),
  ]);
  return [
    ...badLines,
    ...(bad > images.length ? [`… and ${bad - images.length} more`] : []),
    colorText(
      left > 0 ? 'red' : 'green',
      `${formatCount(checked, 'image')} (${formatBytes(bytes)}) in ${place}: ${left} missing or damaged, ${repaired} repaired`,
    ),
    ...(left > 0
      ? [
          'Restore them from a backup with --repair <place>, or upload the images of these badges and issuers again',
        ]
      : []),
    ...(orphans > 0
      ? [
          `${formatCount(orphans, 'orphan')}, ${dropped} of them deleted${dropped < orphans ? '. The rest only use disk space. Delete them with --drop-orphans' : ''}`,
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
      `${copied} copied from ${from} to ${to} and verified, ${there} already there`,
    ),
    ...(missing > 0
      ? [
          colorText(
            'yellow',
            `${formatCount(missing, 'image')} missing or damaged in ${from}. For a list, run insignia images verify`,
          ),
        ]
      : []),
    ...(outcome === 'copied'
      ? [
          'Now set this for every process, and restart them one at a time:',
          ...Object.entries(settings).map(
            ([name, value]) => `  ${name}=${quoteForShell(value ?? '')}`,
          ),
          'Then run this command again with the same settings, to copy images uploaded in the meantime',
        ]
      : [
          'All images are moved. Remove IMAGE_STORE_PREVIOUS and restart. You can delete the old location after the next backup',
        ]),
  ];
}

function quoteForShell(text: string): string {
  return /^[\w/.:-]+$/.test(text) ? text : `'${text}'`;
}
