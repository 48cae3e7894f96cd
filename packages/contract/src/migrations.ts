import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { importLimits } from './imports.ts';
import { accountEditAccess, accountReadAccess, defineOperation } from './operation.ts';
import { idOrUrl, line } from './text.ts';

/**
 * Services whose exports can be moved in, and the badges themselves. `badgr` includes Canvas
 * Credentials and Parchment.
 */
export const migrationSources = [
  ...(['badgr', 'credly', 'accredible', 'moodle'] as const),
  ...(['openbadges2', 'openbadges3'] as const),
] as const;
export type MigrationSource = (typeof migrationSources)[number];

/** `reissue` issues new credentials. `hold` offers the originals to their recipients. */
export const migrationModes = ['reissue', 'hold'] as const;
export type MigrationMode = (typeof migrationModes)[number];

/**
 * `open` limits unfinished migrations per account, `badges` the badges of one file, `files` those of
 * a ZIP file, and `offers` the offers of an account that nobody has answered.
 */
export const migrationLimits = {
  ...{ open: 5, badges: 500, files: 1_000, offers: 20_000 },
  ...{ listed: 50, undoDays: 30 },
} as const;

/** Why a badge isn't moved in, for errors of whole rows. */
export const migrationErrorReasons = [
  ...(['unreachable', 'no_badge', 'no_url', 'malformed', 'too_large', 'unsupported'] as const),
  ...(['altered', 'invalid', 'unverified', 'timeout', 'not_yet_valid', 'suspended'] as const),
  ...(['other_recipient', 'recipient_unstated', 'ambiguous_file', 'other_version'] as const),
  ...(['issued_here', 'signer_unproven', 'signer_not_chosen', 'offer_limit'] as const),
] as const;
export type MigrationErrorReason = (typeof migrationErrorReasons)[number];

const byId = z.object({ migrationId: idOrUrl });
const ids = { migrationId: 'migration_not_found' } as const;
const tag = 'Imports';

const migrationItem = z
  .object({
    migrationId: z.string().meta({ description: 'ID' }),
    source: z.enum(migrationSources).meta({
      description: 'Service that the file comes from, or the version of Open Badges',
    }),
    mode: z.enum(migrationModes).meta({ description: 'What the migration does with credentials' }),
    issuerId: z.string().meta({ description: 'URL of the issuer' }),
    status: z
      .enum([
        ...(['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const),
        ...(['undoing', 'undone'] as const),
      ])
      .meta({
        description:
          'completed, failed, cancelled and undone are final, except that all but undone ones can be undone',
      }),
    dryRun: z.boolean().meta({ description: 'Whether rows are only checked' }),
    total: z.int().meta({ description: 'Rows in the file' }),
    created: z.int().meta({
      description: 'Rows issued as credentials, or offered. For a dry run, those that would be',
    }),
    existing: z
      .int()
      .meta({ description: 'Rows already moved in, by an earlier migration or an earlier row' }),
    skipped: z.int().meta({
      description: 'Rows that the other service revoked, or that were never accepted by it',
    }),
    failed: z.int().meta({ description: 'Rows with errors' }),
    removed: z.int().meta({ description: 'Credentials or offers that the undo removed' }),
    createdAt: z.iso.datetime().meta({ description: 'Uploaded at, in UTC' }),
    finishedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Finished at, in UTC; null while running' }),
    undoUntil: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Can be undone until this time, in UTC. Null if it can’t be undone' }),
  })
  .meta({ id: 'Migration' });

const migrationReport = migrationItem
  .extend({
    badges: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name in the file' }),
          badgeId: z.string().nullable().meta({
            description: 'URL of the badge. Null if it doesn’t exist yet, or was deleted',
          }),
          hasPicture: z.boolean().meta({
            description:
              'Whether a new badge has the picture of the file. Otherwise, its picture is plain',
          }),
          isNew: z.boolean().meta({
            description:
              'Whether the migration creates it. Otherwise, a badge of the issuer has the same URL or name',
          }),
          rows: z.int().meta({ description: 'Rows with this badge' }),
        }),
      )
      .meta({ description: 'Badges of the file, at most 500' }),
    signers: z
      .array(
        z.object({
          signer: z.string().meta({
            description: 'Proven identifier: a DID, or the URL of the issuer’s profile or key',
          }),
          host: z.string().nullable().meta({
            description:
              'Website that vouches for the signer. Null for a key, which anyone can create',
          }),
          badges: z.int().meta({ description: 'Badges that would be issued again' }),
        }),
      )
      .meta({
        description:
          'Of a dry run that would issue Open Badges again: who signed or hosts them, at most 100, those with most badges first',
      }),
    errors: z
      .array(
        z.object({
          row: z
            .int()
            .meta({ description: 'Row number as in a spreadsheet: the first row is row 1' }),
          field: z.string().meta({ description: 'Empty if the error concerns the whole row' }),
          message: z.string().meta({ description: 'What is wrong, for people' }),
          reason: z.enum(migrationErrorReasons).nullable().meta({
            description: 'Why a badge isn’t moved in. Null for other errors',
          }),
        }),
      )
      .meta({ description: 'The first 100. errors.csv has all' }),
    kept: z
      .array(
        z.object({
          awardId: z.string().meta({ description: 'URL of the credential' }),
          reason: z.enum(['corrected', 'revoked']).meta({
            description: 'What happened to the credential after the migration',
          }),
        }),
      )
      .meta({ description: 'Credentials that an undo leaves unchanged: the first 100' }),
    hasRedirects: z.boolean().meta({
      description:
        'Whether redirects.csv has rows: the migration has finished, and old URLs of what it created are known',
    }),
  })
  .meta({ id: 'MigrationReport' });

const exampleItem = {
  migrationId: exampleIds.migration,
  source: 'credly',
  mode: 'reissue',
  issuerId: exampleIds.issuer,
  status: 'completed',
  dryRun: false,
  total: 120,
  created: 118,
  existing: 0,
  skipped: 1,
  failed: 1,
  removed: 0,
  createdAt: '2026-03-01T09:30:00.000Z',
  finishedAt: '2026-03-01T09:30:04.000Z',
  undoUntil: '2026-03-31T09:30:04.000Z',
} as const;
const exampleReport = {
  ...exampleItem,
  badges: [
    { name: 'First steps', badgeId: exampleIds.badge, hasPicture: false, isNew: true, rows: 119 },
  ],
  signers: [],
  errors: [{ row: 17, field: 'email', message: 'must be an email address', reason: null }],
  kept: [],
  hasRedirects: true,
};

/** Types of a file. Its content decides how it's read. */
export const migrationFileTypes = [
  ...(['text/csv', 'application/zip', 'application/octet-stream'] as const),
  'multipart/form-data',
] as const;

export const createMigration = defineOperation({
  id: 'createMigration',
  noun: 'migrations.create',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/migrations',
  access: accountEditAccess,
  tag,
  summary: 'Move in from another service',
  description:
    'Issues a credential for each row of the other service’s export, or for each badge, with its original date, under an issuer of yours. Send the file as the body, with any of the types, or as the form part `file`: CSV in UTF-8, at most 5 MiB, 10,000 rows and 500 badges. badgr: export of awards from Badgr, Canvas Credentials or Parchment Digital Badges. credly: analytics export. accredible: export of credentials. moodle: custom report with the source Badges and the columns Name, Full name, Email address and Date issued. openbadges2 and openbadges3: the badges themselves, which are verified first. Send a list of their URLs (text, or CSV with the columns `url`, `name` and `email`), a badge (PNG, SVG, JSON or JWT, at most 1 MiB), or a ZIP of at most 1,000 badges, in which `recipients.csv` may have the columns `file`, `name` and `email`. Names and addresses that a badge lacks or hashes must be in these columns. With mode=reissue, check the file with `dryRun=true` first, which reports who signed the badges, then send the `signers` that you trust. Badges of the issuer with the same URL or name are used; others are created, with a plain picture if the file has none. The same file again creates nothing new. No email is sent. Rows with errors are skipped and reported.',
  query: z.object({
    source: z.enum(migrationSources).meta({
      description: 'Service that the file comes from, or the version of Open Badges',
    }),
    mode: z.enum(migrationModes).meta({
      description:
        'reissue: new credentials of your issuer, which name the originals. hold: the originals remain their issuer’s, are verified, and are offered to their recipients in My credentials for a year. Rows of exports need the URL of a badge that its service hosts. At most 20,000 offers can be open',
    }),
    issuerId: idOrUrl.meta({ description: 'A verified issuer of the account' }),
    dryRun: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'Check every row without creating anything' }),
    signers: line({ max: 8_000 }).optional().meta({
      description:
        'Whose badges are issued again: identifiers that a dry run reports, separated by spaces. Required for Open Badges with mode=reissue, except in a dry run. Badges of others fail',
    }),
  }),
  accepts: migrationFileTypes,
  reply: z.object({
    migrationId: z
      .string()
      .meta({ description: 'Poll GET /migrations/{migrationId} for progress' }),
  }),
  envelope: true,
  status: 202,
  errors: ['issuer_not_found', 'issuer_not_verified', 'migration_limit_reached', 'busy'],
  idempotent: true,
  bodyLimit: importLimits.bytes,
  examples: {
    query: { source: 'credly', mode: 'reissue', issuerId: exampleIds.issuer },
    body: 'Badge Name,Issued to First Name,Issued to Last Name,Issued to Email,Issue Date\nFirst steps,Ada,Lovelace,ada@example.org,2026-03-01\n',
    reply: { migrationId: exampleIds.migration },
  },
});

const listMigrations = defineOperation({
  id: 'listMigrations',
  noun: 'migrations.list',
  since: '1.0',
  method: 'GET',
  path: '/migrations',
  access: accountReadAccess,
  tag,
  summary: 'List migrations',
  description: 'The newest 50, newest first.',
  reply: z.object({
    items: z.array(migrationItem).meta({ description: 'At most 50, newest first' }),
  }),
  envelope: true,
  formerNames: { items: 'migrations' },
  examples: { reply: { items: [exampleItem] } },
});

const getMigration = defineOperation({
  id: 'getMigration',
  noun: 'migrations.get',
  since: '1.0',
  method: 'GET',
  path: '/migrations/:migrationId',
  access: accountReadAccess,
  tag,
  summary: 'Get a migration',
  description:
    'Poll every few seconds until the status is completed, failed, cancelled or undone. Unfinished migrations are canceled after 7 days.',
  params: byId,
  ids,
  reply: migrationReport,
  envelope: true,
  examples: { reply: exampleReport },
});

const steered = {
  method: 'POST',
  access: accountEditAccess,
  audit: 'issuer',
  since: '1.0',
  tag,
  params: byId,
  ids,
  reply: migrationReport,
  envelope: true,
  errors: ['migration_finished'],
} as const;
const exampleHalf = {
  ...exampleReport,
  ...{ created: 60, skipped: 0, failed: 0, errors: [], finishedAt: null, hasRedirects: false },
} as const;

const pauseMigration = defineOperation({
  ...steered,
  id: 'pauseMigration',
  noun: 'migrations.pause',
  path: '/migrations/:migrationId/pause',
  summary: 'Pause a migration',
  description:
    'After the response, no row is moved in until you resume. Pausing a paused migration changes nothing.',
  examples: { reply: { ...exampleHalf, status: 'paused' } },
});

const resumeMigration = defineOperation({
  ...steered,
  id: 'resumeMigration',
  noun: 'migrations.resume',
  path: '/migrations/:migrationId/resume',
  summary: 'Resume a migration',
  description:
    "Continues where the migration paused. Resuming a migration that isn't paused changes nothing.",
  examples: { reply: { ...exampleHalf, status: 'queued', undoUntil: null } },
});

const cancelMigration = defineOperation({
  ...steered,
  id: 'cancelMigration',
  noun: 'migrations.cancel',
  path: '/migrations/:migrationId/cancel',
  summary: 'Cancel a migration',
  description:
    'Stops the migration for good. What it created stays, until you undo it. Canceling again changes nothing.',
  examples: {
    reply: {
      ...{ ...exampleHalf, status: 'cancelled', hasRedirects: true },
      finishedAt: exampleItem.finishedAt,
    },
  },
});

const undoMigration = defineOperation({
  id: 'undoMigration',
  noun: 'migrations.undo',
  audit: 'issuer',
  since: '1.0',
  method: 'POST',
  path: '/migrations/:migrationId/undo',
  access: accountEditAccess,
  tag,
  summary: 'Undo a migration',
  description:
    'Of a paused migration, or within 30 days of its end. Erases the credentials that the migration created, and its new badges that nothing else uses. Credentials that were corrected, renewed or revoked since stay, and so do badges that were edited and badges that recipients have accepted. Undoing again changes nothing.',
  params: byId,
  ids,
  reply: migrationReport,
  envelope: true,
  status: 202,
  errors: ['migration_not_undoable'],
  examples: {
    reply: { ...exampleReport, status: 'undoing', undoUntil: null, hasRedirects: false },
  },
});

const migrationErrors = defineOperation({
  id: 'migrationErrors',
  noun: 'migrations.errorsCsv',
  since: '1.0',
  method: 'GET',
  path: '/migrations/:migrationId/errors.csv',
  access: accountReadAccess,
  tag,
  summary: 'Download the failed rows of a migration',
  description:
    'The columns of the file plus `error`, for 7 days, then `failed_rows_gone`. Correct the rows and send this file. An account can run two exports of any kind at a time; further requests return 429.',
  params: byId,
  ids,
  serves: ['text/csv'],
  errors: ['failed_rows_gone'],
});

const migrationRedirects = defineOperation({
  id: 'migrationRedirects',
  noun: 'migrations.redirectsCsv',
  since: '1.0',
  method: 'GET',
  path: '/migrations/:migrationId/redirects.csv',
  access: accountReadAccess,
  tag,
  summary: 'Download the old URLs of a migration',
  description:
    'The known http and https URLs of the credentials that the migration issued, and of their badges and issuers, in the format of `PUT /redirects`. Delete rows of hosts that aren’t yours, then send the file. URLs without a path or with a fragment, and erased credentials, are left out. Dry runs and migrations with `mode=hold` have no rows. An account can run two exports of any kind at a time; further requests return 429.',
  params: byId,
  ids,
  serves: ['text/csv'],
  errors: ['migration_unfinished'],
});

export const migrationOperations = {
  createMigration,
  listMigrations,
  getMigration,
  pauseMigration,
  resumeMigration,
  cancelMigration,
  undoMigration,
  migrationErrors,
  migrationRedirects,
} as const;
