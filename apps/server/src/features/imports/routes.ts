import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import * as contract from '@insignia/contract';
import { stringify } from 'csv-stringify';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/caller.ts';
import { csvOptions } from '../../kernel/csv.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  type App,
  type Implement,
  readMultipart,
  reportIgnoredFields,
  type Scope,
} from '../../platform/http/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { currentClient, keepCall } from '../../platform/limits/call-context.ts';
import type { Exports } from '../../platform/limits/exports.ts';
import { assertCanImport, controlImport, createImport, type ImportDeps } from './create.ts';
import {
  countEmailed,
  errorsPage,
  listNotEmailedRows,
  listSkippedRows,
  type NotEmailedRow,
  readFailedBytes,
  type SkippedRow,
} from './rows-store.ts';
import type { ImportCommand } from './rules.ts';
import { findImport, type ImportRow, importsPage, oldestImportId } from './store.ts';

const pageSize = 50;
const MAX_SHOWN_ERRORS = 100;
/** The longest valid name. */
const MAX_SHOWN_NAME = 200;
const pageRows = 1_000;

type ImportRouteDeps = ImportDeps & { urls: Urls; cursors: PageTokens; exports: Exports };

export function registerImports(scope: Scope, deps: ImportRouteDeps) {
  const prepare = (app: App): void => {
    acceptFiles(app);
    refuseBeforeReading(app, deps.db);
  };
  return scope.within(prepare, ({ implement }) => importRoutes(implement, deps));
}

/**
 * A file that can't be accepted isn't read: reading costs more than the refusal. With a key, the
 * first response may be repeated.
 */
function refuseBeforeReading(app: App, db: Database): void {
  app.addHook('preParsing', async ({ headers, routeOptions }) => {
    const isNew = headers['idempotency-key'] === undefined;
    if (isNew && routeOptions.config.operation === 'createImport')
      await assertCanImport(db, currentClient());
  });
}

/** Files come as a body of these types or in a form. `app` is exclusive to them. */
export function acceptFiles(app: App, types: readonly string[] = csvTypes): void {
  const { bytes } = contract.importLimits;
  app.addContentTypeParser(
    types.filter(isBodyType),
    { parseAs: 'buffer', bodyLimit: bytes },
    (_request, body, done) => done(null, body),
  );
  void app.register(multipart, {
    limits: { fileSize: bytes + 1, files: 1, fields: 10, parts: 11 },
  });
}

const csvTypes = ['text/csv'];
const isBodyType = (type: string): boolean => !type.startsWith('multipart/');

export async function readUpload(
  request: FastifyRequest,
  types: readonly string[] = csvTypes,
): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (types.filter(isBodyType).includes(type.trim().toLowerCase())) return Buffer.alloc(0);
  if (!request.isMultipart()) throw new Problem('unsupported_media_type');
  const bytes = await readMultipart(request, async () => (await request.file())?.toBuffer());
  if (!bytes) throw invalid('file', 'is required. Send the file as a form part');
  // The library may miss truncation, so one byte above the limit is read.
  if (bytes.length > contract.importLimits.bytes) throw new Problem('body_too_large');
  return bytes;
}

function importRoutes(implement: Implement, deps: ImportRouteDeps) {
  const { db, urls, cursors } = deps;

  const item = ({ id, badgeId, createdAt, finishedAt, ...row }: ImportRow) => ({
    ...row,
    importId: id,
    badgeId: urls.badge(badgeId),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  });
  const find = async (who: Caller, id: string) => {
    const found = await findImport(db, who.accountId, id);
    if (!found) throw new Problem('import_not_found');
    return found;
  };
  const show = async (who: Caller, id: string) => {
    const { header: _, columns, corrections, unreachable, ...row } = await find(who, id);
    const failed = await errorsPage(db, row.id, 0, MAX_SHOWN_ERRORS);
    const errors = failed.flatMap(({ row: n, faults, cells }) =>
      faults.map((error) => ({ row: n, cells, ...error })),
    );
    const shown = errors.slice(0, MAX_SHOWN_ERRORS).map(({ row: n, cells, field, message }) => {
      const name = contract.readRowName(cells, columns).slice(0, MAX_SHOWN_NAME).toWellFormed();
      return { row: n, name, field, message };
    });
    const [skippedRows, notEmailedRows, emails] = await Promise.all([
      listSkippedRows(db, row.id, MAX_SHOWN_ERRORS),
      row.finishedAt ? listNotEmailedRows(db, row.id, MAX_SHOWN_ERRORS) : [],
      countEmailed(db, row),
    ]);
    const changed = (corrections ?? []).map(({ id: credentialId, ...each }) => ({
      ...each,
      awardId: urls.credential(credentialId),
    }));
    const lists = { errors: shown, skippedRows, notEmailedRows, corrections: changed };
    return { ...item(row), ...lists, unreachable, ...emails };
  };

  type Steered = { params: { importId: string }; who: Caller };
  const steer =
    (order: ImportCommand) =>
    async ({ params: { importId }, who }: Steered) => {
      await controlImport(deps, who, importId, order);
      return show(who, importId);
    };

  return implement(contract.importOperations, {
    createImport: async ({ query, who, request, reply, once }) => {
      const bytes = await readUpload(request);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const { ignored, ...done } = await createImport(
        deps,
        who,
        query,
        bytes,
        once({ ...query, hash }),
      );
      reportIgnoredFields(reply, ignored.map(encodeURIComponent));
      return done;
    },

    listImports: async ({ query, who }) => {
      const page = paginate(cursors, 'imports', who.accountId, query.lastEvaluatedKey, pageSize);
      const { rows, ...more } = await page((last, limit) =>
        importsPage(db, who.accountId, last, limit),
      );
      return { items: rows.map(item), ...more };
    },

    getImport: ({ params, who }) => show(who, params.importId),

    pauseImport: steer('pause'),

    resumeImport: steer('resume'),

    cancelImport: steer('cancel'),

    importErrors: async ({ params, query, who, reply }) => {
      const { id, header, action, failed } = await find(who, params.importId);
      const isSkipped = query.rows === 'skipped';
      const name = `import-${id}-${isSkipped ? 'skipped' : 'errors'}.csv`;
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`);
      return deps.exports.send(reply, who.accountId, async () =>
        isSkipped ? skippedCsv(db, id, action) : createErrorsCsv(db, { id, header, failed }),
      );
    },
  });
}

/** Another import or their age deletes failed rows. */
async function createErrorsCsv(
  db: Database,
  { id, ...shape }: RepairShape & { id: string },
): Promise<Readable> {
  const before = await readFailedBytes(db, id);
  return createRepairCsv(shape, {
    readPage: async (last, limit) => {
      const page = await errorsPage(db, id, last, limit);
      return page.map(({ faults, ...row }) => ({ ...row, errors: faults }));
    },
    isGone: async () => {
      const { bytes, now } = await readFailedBytes(db, id);
      return (before.bytes > 0 && bytes === 0) || id < oldestImportId(now);
    },
  });
}

/** A row of a file that failed, and why. */
type RepairRow = { row: number; cells: string[]; errors: { field: string; message: string }[] };

const describeErrors = (errors: RepairRow['errors']): string =>
  errors.map(({ field, message }) => `${field} ${message}`.trim()).join('; ');

type RepairShape = { header: string[]; failed: number };

type RepairRows = {
  /** Returns rows after `lastRow`, fewer than `limit` at the end. */
  readPage: (lastRow: number, limit: number) => Promise<RepairRow[]>;
  /** Whether rows expired, also if some aren't deleted yet. */
  isGone: () => Promise<boolean>;
};

/**
 * Failed rows as uploaded, with formulas disarmed and an error column, ready to correct and upload
 * again. Throws `failed_rows_gone` if there were some and all are gone. The file breaks off if they go meanwhile,
 * because it would look complete.
 */
export async function createRepairCsv(
  { header, failed }: RepairShape,
  { readPage, isGone }: RepairRows,
): Promise<Readable> {
  const isKept = !(await isGone());
  let page = isKept ? await readPage(0, pageRows) : [];
  if (failed > 0 && page.length === 0) throw new Problem('failed_rows_gone');
  async function* rows(): AsyncGenerator<string[]> {
    for (;;) {
      for (const { cells, errors } of page)
        yield [...header.map((_, at) => cells[at] ?? ''), describeErrors(errors)];
      const end = page.at(-1);
      if (end && page.length === pageRows) page = await readPage(end.row, pageRows);
      else break;
    }
    if (isKept && (await isGone()))
      throw new Error('the failed rows were deleted during their download');
  }
  const columns = [...header, 'error'];
  return Readable.from(keepCall(rows())).compose(
    stringify({ header: true, columns, ...csvOptions }),
  );
}

const skipReasons = {
  duplicate: 'duplicate',
  has_badge: 'already has this badge',
  unchanged: 'changes nothing',
  revoked: 'revoked credential',
  other_badge: 'credential of another badge',
} as const;
const mailObstacles = {
  unsubscribed: 'not emailed: unsubscribed',
  bounced: 'not emailed: earlier emails bounced',
} as const;
const outcomes = { issue: 'issued', correct: 'corrected' } as const;

const describeSkipped = ({ row, reason, duplicateOf }: SkippedRow) => ({
  row,
  cells: ['', duplicateOf ? `duplicate of row ${duplicateOf}` : skipReasons[reason]],
});
const describeNotEmailed =
  (action: ImportRow['action']) =>
  ({ row, name, reason }: NotEmailedRow) => ({
    row,
    cells: [name, `${outcomes[action]}, ${mailObstacles[reason]}`],
  });

/** Skipped rows and rows that weren't emailed, in file order, with their reasons. */
function skippedCsv(db: Database, importId: string, action: ImportRow['action']): Readable {
  async function* rows(): AsyncGenerator<[number, ...string[]]> {
    const { rows: limit } = contract.importLimits;
    const skipped = (await listSkippedRows(db, importId, limit)).map(describeSkipped);
    const unreachable = await listNotEmailedRows(db, importId, limit);
    const notEmailed = unreachable.map(describeNotEmailed(action));
    const all = [...skipped, ...notEmailed].sort((one, other) => one.row - other.row);
    for (const { row, cells } of all) yield [row, ...cells];
  }
  const columns = ['row', 'name', 'reason'];
  return Readable.from(keepCall(rows())).compose(
    stringify({ header: true, columns, ...csvOptions }),
  );
}
