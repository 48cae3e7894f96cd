import type { ArchivedBase } from '@insignia/server/commands';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { coloured, tell } from '../output.ts';
import { sizeOf, table } from '../table.ts';
import { withCommands } from './operate.ts';

export function addArchive(context: Context): void {
  const { program, output, endWith } = context;
  const archive = program
    .command('archive')
    .description(
      'the archive of the embedded database (BACKUP_ARCHIVE): any moment can be restored',
    )
    .addHelpText(
      'after',
      `
Example:
  DATA_DIR=/srv/insignia insignia restore --to-time 2026-11-22T19:00:00Z /mnt/archive`,
    );

  archive
    .command('base')
    .description('take a base backup now, and drop what BACKUP_ARCHIVE_DAYS do not need')
    .addHelpText(
      'after',
      `
The service takes one every BACKUP_ARCHIVE_BASE_HOURS by itself. Exit code 6: pictures that the database knows are missing
in the image store.

Example:
  BACKUP_ARCHIVE=/mnt/archive insignia archive base`,
    )
    .action(async () => {
      const made = await withCommands(context, ({ archiveBase }, surroundings) =>
        archiveBase(surroundings),
      );
      tell(output(), made, linesOf(made));
      if (made.images.missing > 0) endWith(exitCodes.inPart);
    });

  archive
    .command('list')
    .description(
      'the base backups in an archive, the oldest first, and whether the log after them is whole',
    )
    .argument('<archive>', 'a folder, or s3://bucket/prefix?endpoint=…&region=…')
    .addHelpText(
      'after',
      `
Example:
  insignia archive list /mnt/archive`,
    )
    .action(async (place: string) => {
      const rows = await withCommands(context, ({ listArchive }, surroundings) =>
        listArchive(surroundings, place),
      );
      const lines = table(
        rows,
        {
          BASE: ({ base }) => base,
          FROM: ({ from }) => from,
          LOG: ({ segments, isBroken }) => `${segments} pieces${isBroken ? ', then a gap' : ''}`,
          SIZE: ({ bytes }) => sizeOf(bytes),
          PICTURES: ({ images }) => images,
          DATABASE: ({ system, timeline }) => `${system}/${timeline}`,
        },
        'There are no base backups',
      );
      tell(output(), { bases: rows }, lines);
    });
}

function linesOf({ base, place, bytes, images, secret, dropped }: ArchivedBase): string[] {
  const { bases, segments, pictures } = dropped;
  return [
    coloured('green', `Base backup ${base} in ${place}`),
    `${sizeOf(bytes)} of files, ${images.count} pictures, the secret ${secret}`,
    ...(images.missing > 0
      ? [
          coloured(
            'yellow',
            `${images.missing} pictures are missing in the image store: insignia doctor`,
          ),
        ]
      : []),
    ...(bases.length > 0
      ? [`Dropped: ${bases.join(', ')}, ${segments} pieces of the log, ${pictures} pictures`]
      : []),
  ];
}
