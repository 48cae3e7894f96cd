import { z } from 'zod';
import { email, idOrUrl, line, paged } from './text.ts';

const flag = z.enum(['true', 'false']).default('false');

/** The query of POST /awards/imports (decisions, "Endpoints that the contract names but does not show"). */
export const createImport = z.object({
  badgeId: idOrUrl,
  dryRun: flag.meta({ description: 'Check every row and issue nothing' }),
  send: flag.meta({ description: 'Mail each credential to its recipient' }),
  onDuplicate: z.enum(['issue', 'skip']).default('issue').meta({
    description:
      'What becomes of a row whose e-mail has this badge already, or came earlier in the file',
  }),
});

/** One row of the file, where names have `nameMin` characters. */
export const importRowWith = (nameMin: number) =>
  z.object({
    name: line({ min: nameMin, max: 200 }),
    email,
    issuedOn: line({ max: 40 }),
    expires: line({ max: 40 }).optional(),
  });

/** At most so many rows, and bytes, in one file, and imports of one account that have not ended. */
export const importLimits = { rows: 10_000, bytes: 5 * 1024 * 1024, open: 20 } as const;

export const importStatus = z
  .object({
    importId: z.string(),
    badgeId: z.string().meta({ description: 'URL' }),
    status: z.enum(['queued', 'running', 'paused', 'completed', 'failed', 'cancelled']),
    dryRun: z.boolean(),
    total: z.int().meta({ description: 'Rows of the file' }),
    issued: z.int(),
    failed: z.int(),
    skipped: z.int().meta({
      description: 'Left out: duplicates, and recipients who were erased while they waited',
    }),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Import' });

export const importWithErrors = importStatus
  .extend({
    errors: z
      .array(
        z.object({
          row: z.int().meta({
            description: 'As a spreadsheet counts: the header is row 1, and empty rows count',
          }),
          field: z.string().meta({ description: 'Empty when it is about the row as a whole' }),
          message: z.string(),
        }),
      )
      .meta({ description: 'The first 100; errors.csv has all' }),
  })
  .meta({ id: 'ImportWithErrors' });

export const listImports = paged;
