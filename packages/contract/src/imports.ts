import { z } from 'zod';
import { awardDetails, detailsTooLarge, isWithinSizeLimit } from './award-details.ts';
import { exampleIds } from './examples.ts';
import { accountEditAccess, accountReadAccess, defineOperation } from './operation.ts';
import { email, idOrUrl, line, nextPage, paged } from './text.ts';

const flag = z.enum(['true', 'false']).default('false');
const byId = z.object({ importId: idOrUrl });
const ids = { importId: 'import_not_found' } as const;
const tag = 'Imports';

export const createImportRowSchema = (nameMin: number) =>
  z
    .object({
      name: line({ min: nameMin, max: 200 }),
      email,
      issuedOn: line({ max: 40 }),
      expires: line({ max: 40 }).optional(),
      ...awardDetails,
    })
    .refine(isWithinSizeLimit, detailsTooLarge);

/** Limits per file: rows, cells per row, bytes. `running` limits unfinished imports per account. */
export const importLimits = {
  rows: 10_000,
  columns: 1_000,
  bytes: 5 * 1024 * 1024,
  open: 20,
} as const;

export const importStatus = z
  .object({
    importId: z.string().meta({ description: 'Its id' }),
    badgeId: z.string().meta({ description: 'URL of the badge that is issued' }),
    status: z
      .enum(['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'])
      .meta({ description: 'The last three are ends: nothing follows' }),
    dryRun: z.boolean().meta({ description: 'Whether rows are only checked' }),
    total: z.int().meta({ description: 'Rows of the file' }),
    issued: z.int().meta({ description: 'Rows that are credentials now; none of a dry run' }),
    failed: z.int().meta({ description: 'Rows with errors' }),
    skipped: z.int().meta({
      description:
        'Left out: duplicates, recipients who were erased while they waited, and rows of an export that are of other badges or revoked',
    }),
    createdAt: z.iso.datetime().meta({ description: 'When the file came, in UTC' }),
    finishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it ended, in UTC; null while it goes on' }),
  })
  .meta({ id: 'Import' });

const importWithErrors = importStatus
  .extend({
    errors: z
      .array(
        z.object({
          row: z.int().meta({
            description: 'As a spreadsheet counts: the header is row 1, and empty rows count',
          }),
          field: z.string().meta({ description: 'Empty when it is about the row as a whole' }),
          message: z.string().meta({ description: 'What is wrong, for people' }),
        }),
      )
      .meta({ description: 'The first 100; errors.csv has all' }),
  })
  .meta({ id: 'ImportWithErrors' });

const exampleItem = {
  importId: exampleIds.import,
  badgeId: exampleIds.badge,
  status: 'completed',
  dryRun: false,
  total: 120,
  issued: 119,
  failed: 1,
  skipped: 0,
  createdAt: '2026-03-01T09:30:00.000Z',
  finishedAt: '2026-03-01T09:30:04.000Z',
} as const;
const exampleErrors = [{ row: 17, field: 'email', message: 'must be an e-mail address' }] as const;

export const createImport = defineOperation({
  id: 'createImport',
  since: '1.0',
  method: 'POST',
  path: '/awards/imports',
  access: accountEditAccess,
  tag,
  summary: 'Issue the rows of a CSV file',
  description:
    'UTF-8, as the body itself (`text/csv`) or as the part `file` of a form; at most 10,000 rows, of at most 1,000 cells each (empty ones behind the last filled one do not count). The header names the columns name, email, issuedOn and, if wanted, expires, also in other usual words, such as "Full name" or "Valid until"; `narrative`, `evidence` (URLs with spaces between them, or JSON as `POST /awards` takes it) and a column such as `attribute:Grade` for each attribute of the badge may come too. Of an export of credentials (`GET /awards/export.csv`) with several badges the rows of this one are issued, no credential that is revoked is issued again, and attributes that the badge does not have are left out and named in `Insignia-Ignored-Fields`. Rows with errors are left out and told of; all others are issued.',
  query: z.object({
    badgeId: idOrUrl.meta({ description: 'The badge that every row gets' }),
    dryRun: flag.meta({ description: 'Check every row and issue nothing' }),
    send: flag.meta({ description: 'Mail each credential to its recipient' }),
    onDuplicate: z.enum(['issue', 'skip']).default('issue').meta({
      description:
        'What becomes of a row whose e-mail has this badge already, or came earlier in the file',
    }),
  }),
  accepts: ['text/csv', 'multipart/form-data'],
  reply: z.object({
    importId: z.string().meta({ description: 'GET /awards/imports/{importId} tells its progress' }),
  }),
  envelope: true,
  status: 202,
  errors: ['badge_not_found', 'issuer_not_verified', 'import_limit_reached', 'busy'],
  idempotent: true,
  bodyLimit: importLimits.bytes,
  examples: {
    query: { badgeId: exampleIds.badge, onDuplicate: 'skip' },
    body: 'name,email,issuedOn\nAda Lovelace,ada@example.org,2026-03-01\n',
    reply: { importId: exampleIds.import },
  },
});

export const listImports = defineOperation({
  id: 'listImports',
  since: '1.0',
  method: 'GET',
  path: '/awards/imports',
  access: accountReadAccess,
  tag,
  summary: 'List imports, newest first',
  description: '50 a page, without the errors of their rows.',
  query: paged,
  reply: z.object({
    imports: z.array(importStatus).meta({ description: 'At most 50, newest first' }),
    ...nextPage,
  }),
  envelope: true,
  errors: ['invalid_page_token'],
  examples: { reply: { imports: [exampleItem] } },
});

export const getImport = defineOperation({
  id: 'getImport',
  since: '1.0',
  method: 'GET',
  path: '/awards/imports/:importId',
  access: accountReadAccess,
  tag,
  summary: 'Progress of an import, with its first errors',
  description: 'It has ended when `finishedAt` is not null. Ask again every few seconds.',
  params: byId,
  ids,
  reply: importWithErrors,
  envelope: true,
  examples: { reply: { ...exampleItem, errors: exampleErrors } },
});

const steered = {
  method: 'POST',
  access: accountEditAccess,
  tag,
  params: byId,
  ids,
  reply: importWithErrors,
  envelope: true,
  errors: ['import_finished'],
} as const;
const exampleHalf = {
  ...exampleItem,
  issued: 60,
  failed: 0,
  finishedAt: null,
  errors: [],
} as const;

export const pauseImport = defineOperation({
  ...steered,
  id: 'pauseImport',
  since: '1.0',
  path: '/awards/imports/:importId/pause',
  summary: 'Stop after the rows at hand',
  description: 'Answers when they are done. Pausing what is paused changes nothing.',
  examples: { reply: { ...exampleHalf, status: 'paused' } },
});

export const resumeImport = defineOperation({
  ...steered,
  id: 'resumeImport',
  since: '1.0',
  path: '/awards/imports/:importId/resume',
  summary: 'Go on with a paused import',
  description: 'Goes on where it stopped. Resuming what is not paused changes nothing.',
  examples: { reply: { ...exampleHalf, status: 'queued' } },
});

export const cancelImport = defineOperation({
  ...steered,
  id: 'cancelImport',
  since: '1.0',
  path: '/awards/imports/:importId/cancel',
  summary: 'Stop for good; what was issued stays',
  description: 'Answers when the rows at hand are done. Cancelling again changes nothing.',
  examples: {
    reply: { ...exampleHalf, status: 'cancelled', finishedAt: exampleItem.finishedAt },
  },
});

export const importErrors = defineOperation({
  id: 'importErrors',
  since: '1.0',
  method: 'GET',
  path: '/awards/imports/:importId/errors.csv',
  access: accountReadAccess,
  tag,
  summary: 'The failed rows as they came, each with its error',
  description:
    'The columns of the file and one more, `error`: correct the rows and import this file. An account can run two exports at a time, of any kind; more are answered with 429 until one ends.',
  params: byId,
  ids,
  serves: ['text/csv'],
});
