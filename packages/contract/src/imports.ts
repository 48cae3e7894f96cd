import { z } from 'zod';
import { awardDetails, detailsTooLarge, isWithinSizeLimit } from './award-details.ts';
import { exampleIds } from './examples.ts';
import {
  accountEditAccess,
  accountReadAccess,
  defineOperation,
  type SchemaSettings,
} from './operation.ts';
import { email, idOrUrl, line, nextPage, paged } from './text.ts';

const flag = z.enum(['true', 'false']).default('false');
const byId = z.object({ importId: idOrUrl });
const ids = { importId: 'import_not_found' } as const;
const tag = 'Imports';

export const createImportRowSchema = ({ recipientNameMin: min }: SchemaSettings) =>
  z
    .object({
      name: line({ min, max: 200 }),
      email,
      issuedOn: line({ max: 40 }),
      expires: line({ max: 40 }).optional(),
      ...awardDetails,
    })
    .refine(isWithinSizeLimit, detailsTooLarge);

/** Fields that a row can correct. All are optional. */
export const createCorrectionRowSchema = ({ recipientNameMin: min }: SchemaSettings) =>
  z
    .object({
      name: line({ min, max: 200 }).optional(),
      email: email.optional(),
      issuedOn: line({ max: 40 }).optional(),
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
    importId: z.string().meta({ description: 'ID' }),
    badgeId: z.string().meta({ description: 'URL of the badge' }),
    status: z
      .enum(['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'])
      .meta({ description: 'The last three are final' }),
    dryRun: z.boolean().meta({ description: 'Whether rows are only checked' }),
    action: z.enum(['issue', 'correct']).meta({
      description: 'correct: rows correct the credentials with their IDs',
    }),
    total: z.int().meta({ description: 'Rows in the file' }),
    issued: z.int().meta({ description: 'Rows issued as credentials. 0 for a dry run' }),
    corrected: z.int().meta({ description: 'Credentials corrected. 0 for a dry run' }),
    failed: z.int().meta({ description: 'Rows with errors' }),
    skipped: z.int().meta({
      description:
        'Rows skipped: duplicates, corrections that change nothing, recipients erased meanwhile, and rows of an export that are revoked or belong to other badges',
    }),
    createdAt: z.iso.datetime().meta({ description: 'Uploaded at, in UTC' }),
    finishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Finished at, in UTC; null while running' }),
  })
  .meta({ id: 'Import' });

const importSkipReason = z.enum(['duplicate', 'has_badge', 'unchanged', 'revoked', 'other_badge']);
export type ImportSkipReason = z.output<typeof importSkipReason>;

const importWithErrors = importStatus
  .extend({
    errors: z
      .array(
        z.object({
          row: z.int().meta({
            description:
              'Row number as in a spreadsheet: the first row is row 1, and empty rows count',
          }),
          name: z.string().meta({ description: "Recipient's name in this row. May be empty" }),
          field: z.string().meta({ description: 'Empty if the error concerns the whole row' }),
          message: z.string().meta({ description: 'What is wrong, for people' }),
        }),
      )
      .meta({ description: 'The first 100. errors.csv has all' }),
    skippedRows: z
      .array(
        z.object({
          row: z.int().meta({ description: 'Row number, as in `errors`' }),
          reason: importSkipReason.meta({
            description:
              'duplicate: the address is in an earlier row. has_badge: the recipient already had the badge. unchanged: the correction changes nothing. revoked, other_badge: rows of an export',
          }),
          duplicateOf: z.int().nullable().meta({
            description: 'duplicate: number of the first row with the same address. Otherwise null',
          }),
        }),
      )
      .meta({
        description:
          'Rows that were skipped, without those of recipients erased meanwhile: the first 100. `errors.csv?rows=skipped` has all',
      }),
    notEmailedRows: z
      .array(
        z.object({
          row: z.int().meta({ description: 'Row number, as in `errors`' }),
          name: z.string().meta({ description: "Recipient's name" }),
          reason: z.enum(['unsubscribed', 'bounced']).meta({
            description: 'Why emails to the address are skipped',
          }),
        }),
      )
      .meta({
        description:
          'Issued or corrected rows whose recipient can’t be emailed: the first 100, once the import is finished',
      }),
    corrections: z
      .array(
        z.object({
          row: z.int().meta({ description: 'Row number, as in `errors`' }),
          awardId: z.string().meta({ description: 'URL of the credential' }),
          name: z.string().meta({ description: "Recipient's name before the correction" }),
          changes: z
            .array(
              z.object({
                field: z.string().meta({
                  description: 'Such as `recipient.name`, `expires` or `attributes.Grade`',
                }),
                before: z.string().nullable().meta({ description: 'null: no value' }),
                after: z.string().nullable().meta({ description: 'null: no value' }),
              }),
            )
            .meta({ description: 'Long values are cut' }),
        }),
      )
      .meta({
        description:
          'What a dry run of corrections would change: the first 1,000 rows. Kept for 7 days',
      }),
    unreachable: z.int().meta({
      description:
        'In a dry run of corrections: rows whose recipient would get no email, because they unsubscribed, bounced or complained',
    }),
    emailed: z
      .int()
      .meta({ description: 'Issued or corrected credentials whose recipient was emailed' }),
    notEmailed: z.int().meta({
      description:
        'Issued or corrected credentials whose recipient was not emailed, or whose email bounced, without revoked and erased ones. `POST /awards/send` with `importId` emails them, except those below',
    }),
    unsubscribed: z.int().meta({ description: 'Those of `notEmailed` who unsubscribed' }),
    bounced: z.int().meta({
      description: 'Those of `notEmailed` with an address that earlier emails bounced from',
    }),
    emailBounced: z.int().meta({ description: 'Those of `notEmailed` whose last email bounced' }),
  })
  .meta({ id: 'ImportWithErrors' });

const exampleItem = {
  importId: exampleIds.import,
  badgeId: exampleIds.badge,
  status: 'completed',
  dryRun: false,
  action: 'issue',
  total: 120,
  issued: 119,
  corrected: 0,
  failed: 1,
  skipped: 0,
  createdAt: '2026-03-01T09:30:00.000Z',
  finishedAt: '2026-03-01T09:30:04.000Z',
} as const;
const exampleErrors = [
  { row: 17, name: 'Ada Lovelace', field: 'email', message: 'must be an email address' },
] as const;

export const createImport = defineOperation({
  id: 'createImport',
  noun: 'imports.create',
  audit: 'import',
  since: '1.0',
  method: 'POST',
  path: '/awards/imports',
  access: accountEditAccess,
  tag,
  summary: 'Import recipients from a CSV file',
  description: `Issues a credential for each row. Send UTF-8 as the body (\`text/csv\`) or as the form part \`file\`. At most 10,000 rows of at most 1,000 cells; trailing empty cells don't count. The header is one of the first 20 rows, so a title may be above it. It needs the columns name, email and issuedOn. The name may be in two or three columns: first, middle and last name. Common alternatives such as "Full name" or "Valid until" also work. Optional columns: expires, \`narrative\`, \`evidence\` (URLs separated by spaces, or JSON as in \`POST /awards\`), and one such as \`attribute:Grade\` per badge attribute. You can also send an export of credentials (\`GET /awards/export.csv\`). If it contains several badges, only rows of this badge are issued. Revoked credentials are skipped. Attributes that the badge doesn't have are ignored and listed in \`Insignia-Ignored-Fields\`. With a column \`id\`, rows correct credentials of this badge instead, as \`PUT /awards/{awardId}\` does. Then name, email and issuedOn are optional, and empty cells change nothing. Rows with errors are skipped and reported. All others are issued or corrected.`,
  query: z.object({
    badgeId: idOrUrl.meta({
      description: 'Badge to issue to every row, or of the credentials to correct',
    }),
    dryRun: flag.meta({ description: 'Check every row without issuing' }),
    send: flag.meta({
      description:
        'Email each issued or corrected credential to its recipient. Corrections whose email exceeds the daily limit of your plan fail',
    }),
    onDuplicate: z.enum(['issue', 'skip']).default('issue').meta({
      description:
        'What to do with rows whose email address already has this badge or appears earlier in the file',
    }),
    onId: z.enum(['correct', 'issue']).optional().meta({
      description:
        'What to do with a column `id`. correct: rows change the credentials with these IDs instead of issuing. issue: the column is ignored. By default, rows correct if the column has IDs or URLs of credentials, except in an export',
    }),
  }),
  accepts: ['text/csv', 'multipart/form-data'],
  reply: z.object({
    importId: z.string().meta({ description: 'Poll GET /awards/imports/{importId} for progress' }),
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

const listImports = defineOperation({
  id: 'listImports',
  noun: 'imports.list',
  iterator: 'all',
  since: '1.0',
  method: 'GET',
  path: '/awards/imports',
  access: accountReadAccess,
  tag,
  summary: 'List imports',
  description: 'Newest first, 50 per page, without row errors.',
  query: paged,
  reply: z.object({
    items: z.array(importStatus).meta({ description: 'At most 50, newest first' }),
    ...nextPage,
  }),
  envelope: true,
  formerNames: { items: 'imports' },
  errors: ['invalid_page_token'],
  examples: { reply: { items: [exampleItem] } },
});

const getImport = defineOperation({
  id: 'getImport',
  noun: 'imports.get',
  since: '1.0',
  method: 'GET',
  path: '/awards/imports/:importId',
  access: accountReadAccess,
  tag,
  summary: 'Get an import',
  description: "Finished when `finishedAt` isn't null. Poll every few seconds.",
  params: byId,
  ids,
  reply: importWithErrors,
  envelope: true,
  examples: {
    reply: {
      ...exampleItem,
      errors: exampleErrors,
      skippedRows: [],
      notEmailedRows: [],
      corrections: [],
      unreachable: 0,
      emailed: 119,
      notEmailed: 0,
      unsubscribed: 0,
      bounced: 0,
      emailBounced: 0,
    },
  },
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
  skippedRows: [],
  notEmailedRows: [],
  corrections: [],
  unreachable: 0,
  emailed: 0,
  notEmailed: 60,
  unsubscribed: 1,
  bounced: 0,
  emailBounced: 0,
} as const;

const pauseImport = defineOperation({
  ...steered,
  id: 'pauseImport',
  noun: 'imports.pause',
  audit: 'import',
  since: '1.0',
  path: '/awards/imports/:importId/pause',
  summary: 'Pause an import',
  description: 'Responds when the current rows are done. Pausing a paused import changes nothing.',
  examples: { reply: { ...exampleHalf, status: 'paused' } },
});

const resumeImport = defineOperation({
  ...steered,
  id: 'resumeImport',
  noun: 'imports.resume',
  audit: 'import',
  since: '1.0',
  path: '/awards/imports/:importId/resume',
  summary: 'Resume an import',
  description:
    "Continues where the import paused. Resuming an import that isn't paused changes nothing.",
  examples: { reply: { ...exampleHalf, status: 'queued' } },
});

const cancelImport = defineOperation({
  ...steered,
  id: 'cancelImport',
  noun: 'imports.cancel',
  audit: 'import',
  since: '1.0',
  path: '/awards/imports/:importId/cancel',
  summary: 'Cancel an import',
  description:
    'Stops the import for good. Issued credentials stay. Responds when the current rows are done. Canceling again changes nothing.',
  examples: {
    reply: { ...exampleHalf, status: 'cancelled', finishedAt: exampleItem.finishedAt },
  },
});

const importErrors = defineOperation({
  id: 'importErrors',
  noun: 'imports.errorsCsv',
  since: '1.0',
  method: 'GET',
  path: '/awards/imports/:importId/errors.csv',
  access: accountReadAccess,
  tag,
  summary: 'Download the failed rows of an import',
  description:
    'The columns of the file plus `error`, for 7 days, then `failed_rows_gone`. If the failed rows of an account take more than 100 MB, those of its oldest imports are deleted when another import starts. Correct the rows and import this file. With `rows=skipped`, the numbers of skipped rows and of rows that weren’t emailed, each with its reason. An account can run two exports of any kind at a time; further requests return 429.',
  params: byId,
  query: z.object({
    rows: z.enum(['failed', 'skipped']).default('failed').meta({
      description: 'Which rows. skipped: columns `row`, `name` and `reason`',
    }),
  }),
  ids,
  serves: ['text/csv'],
  errors: ['failed_rows_gone'],
});

export const importOperations = {
  createImport,
  listImports,
  getImport,
  pauseImport,
  resumeImport,
  cancelImport,
  importErrors,
} as const;
