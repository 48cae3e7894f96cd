import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  type createMigration as definition,
  importLimits,
  type MigrationMode,
  migrationFileTypes,
  migrationLimits,
  migrationOperations,
  type OperationQuery,
} from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { BaseUrlRecord } from '../../platform/db/base-url.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import type { App, Implement, Scope } from '../../platform/http/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { currentClient } from '../../platform/limits/call-context.ts';
import type { Exports } from '../../platform/limits/exports.ts';
import { createFairQueue } from '../../platform/limits/fair-queue.ts';
import { recordAction } from '../audit/index.ts';
import {
  acceptFiles,
  createRepairCsv,
  createRowsProblem,
  decideImportStatus,
  type ImportCommand,
  importRetentionMs,
  readRecords,
  readUpload,
} from '../imports/index.ts';
import { createRedirectsCsv, type Redirect, readOldUrl, toKey } from '../redirects/index.ts';
import type { Digester } from '../verifier/index.ts';
import { isZip, readBadgeFile } from './badge-files.ts';
import {
  listBadgeUrls,
  listCredentialUrls,
  listKept,
  listMovedIds,
  listReportedBadges,
  listSigners,
} from './moved-store.ts';
import { countMovedBadges, findDateOrder, findHeader, findMovedColumns } from './read-rows.ts';
import {
  decideUndo,
  type ExportSource,
  findUndoEnd,
  isBadgeSource,
  isFinalStatus,
  isUndoStatus,
  type MoveInStatus,
  readSigners,
} from './rules.ts';
import {
  chooseKind,
  countOpen,
  deleteWaitingRows,
  failedPage,
  findMoveIn,
  insertMoveIn,
  isRepairExpired,
  listMoveIns,
  lockAndCountOpen,
  lockMoveIn,
  lockTarget,
  type MoveIn,
  resumeMoveIn,
  setStatus,
  undoKind,
} from './store.ts';

const MAX_SHOWN = 100;

type MoveInDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  exports: Exports;
  /** Stored with the first credential, because ids contain it. */
  baseUrl: BaseUrlRecord;
  /** Reads pictures with badges baked in. */
  digester: Digester;
};

export function registerMoveIn(scope: Scope, deps: MoveInDeps) {
  const prepare = (app: App): void => {
    acceptFiles(app, migrationFileTypes);
    // A file that can't be accepted isn't read. With a key, the first response may be repeated.
    app.addHook('preParsing', async ({ headers, routeOptions }) => {
      const isNew = headers['idempotency-key'] === undefined;
      if (!isNew || routeOptions.config.operation !== 'createMigration') return;
      if ((await countOpen(deps.db, currentClient())) >= migrationLimits.open)
        throw new Problem('migration_limit_reached');
    });
  };
  return scope.within(prepare, ({ implement }) => moveInRoutes(implement, deps));
}

const toTimes = (m: MoveIn) => ({
  ...m,
  createdAt: m.createdAt.getTime(),
  finishedAt: m.finishedAt?.getTime() ?? null,
});
const toIso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

function moveInRoutes(implement: Implement, deps: MoveInDeps) {
  const { db, urls } = deps;
  // A ZIP file of 64 KiB may need 200 MiB while it is read and stored.
  const unpacking = createFairQueue({ slots: 2, slotsPerClient: 1 });
  const item = (m: MoveIn) => ({
    migrationId: m.id,
    ...{ source: m.source, mode: m.mode, status: m.status, dryRun: m.dryRun },
    issuerId: urls.issuer(m.issuerId),
    ...{ total: m.total, created: m.created, existing: m.existing, skipped: m.skipped },
    ...{ failed: m.failed, removed: m.removed },
    createdAt: m.createdAt.toISOString(),
    finishedAt: m.finishedAt?.toISOString() ?? null,
    undoUntil: toIso(findUndoEnd(toTimes(m))),
  });
  const find = async ({ accountId }: Caller, id: string): Promise<MoveIn> => {
    const found = await findMoveIn(db, accountId, id);
    if (!found) throw new Problem('migration_not_found');
    return found;
  };
  const { hostname: ownHost } = new URL(urls.base);
  const listUrls = (migration: MoveIn) => listOldUrls(db, migration, ownHost);
  const hasOldUrls = async (migration: MoveIn): Promise<boolean> =>
    isFinalStatus(migration.status) && !(await listUrls(migration).next()).done;
  const show = async (who: Caller, id: string) => {
    const found = await find(who, id);
    const [hasRedirects, badges, signers, failed, kept] = await Promise.all([
      hasOldUrls(found),
      listReportedBadges(db, id),
      listSigners(db, id, MAX_SHOWN),
      failedPage(db, id, 0, MAX_SHOWN),
      listKept(db, id, MAX_SHOWN),
    ]);
    return {
      ...item(found),
      badges: badges.map(({ key: _, badgeId, ...badge }) => ({
        ...badge,
        badgeId: badgeId && urls.badge(badgeId),
      })),
      signers,
      errors: failed
        .flatMap(({ row, errors }) => errors.map((error) => ({ row, reason: null, ...error })))
        .slice(0, MAX_SHOWN),
      kept: kept.map(({ id: credentialId, reason }) => ({
        awardId: urls.credential(credentialId),
        reason,
      })),
      hasRedirects,
    };
  };
  type Steered = { params: { migrationId: string }; who: Caller };
  const steer =
    (order: MoveInCommand) =>
    async ({ params: { migrationId }, who }: Steered) => {
      await find(who, migrationId);
      await controlMoveIn(deps, who, migrationId, order);
      return show(who, migrationId);
    };
  return implement(migrationOperations, {
    createMigration: async ({ query, who, request, once }) => {
      const bytes = await readUpload(request, migrationFileTypes);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const create = () => createMoveIn(deps, who, query, bytes, once({ ...query, hash }));
      return isZip(bytes) ? unpacking.run(who.accountId, create) : create();
    },

    listMigrations: async ({ who }) => ({
      items: (await listMoveIns(db, who.accountId, migrationLimits.listed)).map(item),
    }),

    getMigration: ({ params, who }) => show(who, params.migrationId),

    pauseMigration: steer('pause'),

    resumeMigration: steer('resume'),

    cancelMigration: steer('cancel'),

    undoMigration: steer('undo'),

    migrationErrors: async ({ params, who, reply }) => {
      const migration = await find(who, params.migrationId);
      reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="migration-${migration.id}-errors.csv"`,
        );
      return deps.exports.send(reply, who.accountId, () => createErrorsCsv(db, migration));
    },

    migrationRedirects: async ({ params, who, reply }) => {
      const migration = await find(who, params.migrationId);
      if (!isFinalStatus(migration.status)) throw new Problem('migration_unfinished');
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="redirects.csv"');
      return deps.exports.send(reply, who.accountId, () =>
        createRedirectsCsv(listUrls(migration), urls),
      );
    },
  });
}

const createErrorsCsv = (db: Database, { id, ...shape }: MoveIn): Promise<Readable> =>
  createRepairCsv(shape, {
    readPage: (last, limit) => failedPage(db, id, last, limit),
    isGone: () => isRepairExpired(db, id, importRetentionMs),
  });

type MoveInCommand = ImportCommand | 'undo';
const actions = {
  ...({ pause: 'pauseMigration', resume: 'resumeMigration' } as const),
  ...({ cancel: 'cancelMigration', undo: 'undoMigration' } as const),
};

/** Takes effect between batches. Rows that are being read or verified wait, or are left out. */
async function controlMoveIn(
  { db, clock }: MoveInDeps,
  who: Caller,
  id: string,
  order: MoveInCommand,
): Promise<void> {
  await db.write(async (trx) => {
    const migration = await lockMoveIn(trx, id);
    // The issuer may have moved to another account meanwhile.
    if (migration?.accountId !== who.accountId) throw new Problem('migration_not_found');
    const now = clock();
    const decision = decideOrder(order, migration, now);
    if ('refuse' in decision) throw new Problem(decision.refuse);
    if (decision.status === migration.status) return;
    await changeStatus(trx, migration, decision.status, now);
    const target = migration.issuerId;
    await recordAction(trx, who, { action: actions[order], target }, now);
  });
}

/** Orders that imports have too have the same rules. */
function decideOrder(order: MoveInCommand, migration: MoveIn, now: Date) {
  if (order === 'undo') return decideUndo(toTimes(migration), now.getTime());
  const { status } = migration;
  const decision = isUndoStatus(status) ? undefined : decideImportStatus(order, status);
  return decision && 'status' in decision ? decision : ({ refuse: 'migration_finished' } as const);
}

async function changeStatus(
  trx: Trx,
  migration: MoveIn,
  status: MoveInStatus,
  now: Date,
): Promise<void> {
  const { id, accountId, finishedAt } = migration;
  if (status === 'queued') {
    const resumed = await resumeMoveIn(trx, migration);
    await enqueue(trx, chooseKind(migration), { moveInId: id, resumed }, { accountId });
    return;
  }
  const isEnd = status !== 'paused';
  await setStatus(trx, id, status, isEnd ? (finishedAt ?? now) : null);
  if (isEnd) await deleteWaitingRows(trx, id);
  if (status === 'undoing') await enqueue(trx, undoKind, { moveInId: id }, { accountId });
}

/** A file with the badges themselves says which ones they are when it is read. */
const noBadges = { dateOrder: 'unknown', badges: [] } as const;

async function readExport(source: ExportSource, mode: MigrationMode, bytes: Buffer) {
  const records = await readRecords(
    bytes,
    (header) => Object.keys(findMovedColumns(source, header)).length,
  );
  const found = findHeader({ source, mode }, records);
  if ('error' in found) throw invalid('file', found.error);
  const { at, header, columns } = found;
  const rows = records.slice(at + 1);
  if (rows.length === 0) throw invalid('file', 'has a header but no rows');
  if (rows.length > importLimits.rows) throw createRowsProblem();
  const numbered = rows.map(({ number: row, cells: each }) => ({ row, cells: each }));
  if (mode === 'hold') return { header, columns, ...noBadges, rows: numbered };
  const badges = countMovedBadges(rows, { source, columns });
  if (badges.length > migrationLimits.badges)
    throw invalid(
      'file',
      `must have at most ${migrationLimits.badges} badges. Split it into several files`,
    );
  const cells = rows.map((row) => row.cells);
  const dateOrder = findDateOrder(source, columns, cells);
  return { header, columns, dateOrder, badges, rows: numbered };
}

/** Stores the file's rows and the job that moves them in. */
async function createMoveIn(
  { db, clock, urls, baseUrl, digester }: MoveInDeps,
  who: Caller,
  input: OperationQuery<typeof definition>,
  bytes: Buffer,
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<{ migrationId: string }>> {
  const issuerId = readId(input.issuerId);
  if (!issuerId) throw new Problem('issuer_not_found');
  const { source, mode } = input;
  if (mode === 'hold' && !urls.my)
    throw invalid('mode', 'must be reissue, because My credentials is turned off here');
  const choice = readSigners(input);
  if ('error' in choice) throw invalid('signers', choice.error);
  const client = `migrations of ${who.accountId}`;
  const { rows, badges, ...shape } = isBadgeSource(source)
    ? { ...(await readBadgeFile({ digester, client }, bytes)), ...noBadges }
    : await readExport(source, mode, bytes);
  if (!baseUrl.isStored) await baseUrl.store();
  const id = newId();
  const now = clock();
  const { accountId, personId, keyId = null } = who;
  return runIdempotent(db, accountId, once, now, async (trx) => {
    const target = await lockTarget(trx, accountId, issuerId);
    if (!target) throw new Problem('issuer_not_found');
    if (!target.isVerified) throw new Problem('issuer_not_verified');
    if ((await lockAndCountOpen(trx, accountId)) >= migrationLimits.open)
      throw new Problem('migration_limit_reached');
    const migration = {
      ...{ id, accountId, issuerId, personId, keyId, source, mode, ...choice, ...shape },
      ...{ dryRun: input.dryRun === 'true', total: rows.length, createdAt: now },
    };
    await insertMoveIn(trx, migration, rows, badges);
    await enqueue(trx, chooseKind(input), { moveInId: id }, { accountId });
    await recordAction(
      trx,
      who,
      { action: 'createMigration', target: issuerId, fields: input },
      now,
    );
    return { migrationId: id };
  });
}

const ROWS_PER_PAGE = 1_000;

/**
 * Redirects of the known old URLs of a migration's credentials, badges and issuers. A URL appears
 * once: that of a credential counts before that of a badge or an issuer.
 */
async function* listOldUrls(
  db: Database,
  migration: MoveIn,
  ownHost: string,
): AsyncGenerator<Redirect, void> {
  // Hashes, because 11,000 URLs may be long.
  const seen = new Set<string>();
  for await (const { url, ...target } of listTargets(db, migration)) {
    const oldUrl = readOldUrl(url ?? '', ownHost);
    if (!oldUrl) continue;
    const hash = createHash('sha256').update(toKey(oldUrl)).digest('base64');
    if (seen.has(hash)) continue;
    seen.add(hash);
    yield { ...oldUrl, ...target };
  }
}

type OldTarget = Pick<Redirect, 'kind' | 'targetId'> & { url: string | null };

async function* listTargets(db: Database, migration: MoveIn): AsyncGenerator<OldTarget> {
  if (migration.dryRun || migration.mode === 'hold') return;
  const ids = await listMovedIds(db, migration.id);
  for (let from = 0; from < ids.length; from += ROWS_PER_PAGE)
    for (const { id, url } of await listCredentialUrls(db, ids.slice(from, from + ROWS_PER_PAGE)))
      yield { url, kind: 'credential', targetId: id };
  const badges = await listBadgeUrls(db, migration);
  for (const { key, badgeId: targetId } of badges)
    if (key.startsWith('id:')) yield { url: key.slice(3), kind: 'badge', targetId };
  for (const { issuerUrl } of badges)
    yield { url: issuerUrl, kind: 'issuer', targetId: migration.issuerId };
}
