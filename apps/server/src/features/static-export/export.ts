import { createHash, randomUUID } from 'node:crypto';
import * as contract from '@insignia/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { ImageReference } from '../../platform/images/index.ts';
import {
  BackupError,
  lockRepository,
  type RepositoryLock,
  readWhole,
  writeWhole,
} from '../backup/index.ts';
import {
  computePublicStatus,
  findPublishedCredentials,
  type PublishedCredential,
} from '../published/index.ts';
import { listShortCodes } from '../short-codes/index.ts';
import { createShortCodePage, pictureTypes, type StaticFile } from './rules.ts';
import {
  countPublicCredentials,
  deleteEntry,
  type EntryKind,
  type ExportableCredential,
  finishExport,
  hasExport,
  insertExport,
  listBadgesAfter,
  listCredentialsAfter,
  listErased,
  listIssuersAfter,
  listRemoved,
  listSigningIssuersAfter,
  listStaleEntries,
  listStatusListsAfter,
  listUnusedPictures,
  markErased,
  markStarted,
} from './store.ts';
import { createServerRules, type ExportTarget } from './targets.ts';
import {
  type Addresses,
  type AnswerRequest,
  createWriter,
  html,
  isGone,
  type Writer,
} from './writer.ts';

export type StaticExportDeps = {
  db: Database;
  urls: Urls;
  clock: Clock;
  answer: AnswerRequest;
  imageReferences: readonly ImageReference[];
  /** Files that the service makes otherwise, such as the page that verifies in the browser. */
  fixedFiles: readonly StaticFile[];
  /** The page for erased credentials. */
  gonePage: Uint8Array;
};

export type StaticExportOptions = {
  /** Undefined for all accounts. */
  accountId: string | undefined;
  signal: AbortSignal;
  onProgress: (done: number, of: number) => void;
};

export type StaticExportResult = {
  place: string;
  /** Credentials whose files were written. */
  written: number;
  unchanged: number;
  /** Credentials that answer 410 since this run. */
  removed: number;
  /** Credentials, badges, issuers and status lists that couldn't be drawn or signed. The next run tries again. */
  failed: number;
  /** The first of them, with reasons. */
  failures: string[];
  files: number;
  bytes: number;
  seconds: number;
};

/** Increase it when the files of unchanged content change. */
const FORMAT = 1;
const BATCH_SIZE = 200;
/** The certificate of one credential is drawn while the next ones are signed. */
const CONCURRENCY = 8;
const MAX_REPORTED_FAILURES = 20;
const firstId = '00000000-0000-0000-0000-000000000000';

const markSchema = z.object({
  format: z.int(),
  export: z.uuid(),
  baseUrl: z.string(),
  account: z.string().nullable(),
});
type Mark = z.infer<typeof markSchema>;
const markName = 'export.json';

const build = contract.createPathBuilder;
const json = 'application/json';

/** The addresses of a credential and their media types. */
const credentialAddresses = [
  [build(contract.publicAward.path), json],
  [build(contract.signedCredential.path), 'application/vc+ld+json'],
  [build(contract.signedJwt.path), 'text/plain'],
  [build(contract.signedBadge.path), 'image/png'],
  [build(contract.credentialBadge.path), 'image/png'],
  [build(contract.credentialQr.path), 'image/svg+xml'],
  [build(contract.credentialCard.path), 'image/png'],
  [build(contract.certificatePicture.path), 'image/png'],
  [build(contract.awardPdf.path), 'application/pdf'],
  [build(contract.pagePaths.embed), html],
  // The page is last: it appears when everything that it links to exists.
  [build(contract.pagePaths.credential), html],
] as const;
const badgeAddresses = [
  [build(contract.publicBadge.path), json],
  [build(contract.pagePaths.badge), html],
] as const;
const keyAddresses = [[build(contract.issuerDid.path), 'application/did+ld+json']] as const;
const issuerAddresses = [
  [build(contract.publicIssuer.path), json],
  [build(contract.pagePaths.issuer), html],
] as const;
const listAddresses = [
  [build(contract.statusList.path), 'application/vc+ld+json'],
  [build(contract.statusListToken.path), 'application/statuslist+jwt'],
] as const;
const shortCodePath = build(contract.pagePaths.shortCode);

/** Exports everything public, or what has changed since the last run into this place. */
export async function exportStatic(
  deps: StaticExportDeps,
  target: ExportTarget,
  options: StaticExportOptions,
): Promise<StaticExportResult> {
  const startedAt = Date.now();
  await refuseForeign(target);
  const lock = await lockRepository(target.records, 'a static export');
  try {
    await target.records.tidy();
    const exportId = await openExport(deps, target, options.accountId);
    const totals: Totals = {
      written: 0,
      unchanged: 0,
      removed: 0,
      failed: 0,
      failures: [],
      files: 0,
      bytes: 0,
    };
    const writer = createWriter(deps, target, exportId, totals);
    const run: Run = { ...deps, target, exportId, totals, writer, options, lock };
    for (const file of deps.fixedFiles) await writer.put(file);
    await exportCredentials(run);
    await removeUnpublished(run);
    await removeErased(run);
    await exportRest(run, 'badge', listBadgesAfter, badgeAddresses);
    await exportRest(run, 'issuer', listSigningIssuersAfter, keyAddresses);
    await exportRest(run, 'issuer', listIssuersAfter, issuerAddresses);
    // After the credentials, which get their places in lists when they are first signed.
    await exportRest(run, 'list', listStatusListsAfter, listAddresses);
    await removeStale(run);
    // Files of failed content may still show a picture that was replaced.
    if (totals.failed === 0) await removeUnusedPictures(run);
    for (const [name, text] of createServerRules(deps.urls.base, target.folder))
      await target.putRules(name, text);
    await writer.flush();
    await lock.hold();
    await finishExport(deps.db, exportId);
    return {
      place: target.place,
      ...totals,
      seconds: Math.round((Date.now() - startedAt) / 100) / 10,
    };
  } finally {
    await lock.release().catch(() => {});
  }
}

type Totals = Omit<StaticExportResult, 'place' | 'seconds'>;
type Run = StaticExportDeps & {
  target: ExportTarget;
  exportId: string;
  totals: Totals;
  writer: Writer;
  options: StaticExportOptions;
  lock: RepositoryLock;
};

/** Another export may have taken over after this one had stopped for a while, or was cut off. */
async function startBatch({ lock, options }: Run): Promise<void> {
  options.signal.throwIfAborted();
  await lock.hold();
}

/** Undefined also for a file that isn't ours. */
async function readMark({ records }: ExportTarget): Promise<Mark | undefined> {
  const bytes = await readWhole(records, markName);
  try {
    return markSchema.parse(JSON.parse(bytes?.toString() ?? ''));
  } catch {
    return undefined;
  }
}

async function refuseForeign(target: ExportTarget): Promise<void> {
  if (await readMark(target)) return;
  const foreign = await target.findForeign();
  if (foreign !== undefined)
    throw new BackupError(
      'refused',
      `${target.place} contains ${foreign}, which isn't part of a static export. Choose an empty place`,
    );
}

/** Continues the export of this place, or starts it. */
async function openExport(
  { db, urls, clock }: StaticExportDeps,
  target: ExportTarget,
  accountId: string | undefined,
): Promise<string> {
  const account = accountId ?? null;
  const mark = await readMark(target);
  if (mark) {
    const problem = await findMarkProblem(db, mark, urls.base, account);
    if (problem)
      throw new BackupError('refused', `${target.place} ${problem}. Choose another place`);
    return mark.export;
  }
  const id = randomUUID();
  await insertExport(db, { id, place: target.place, now: clock() });
  const created: Mark = { format: FORMAT, export: id, baseUrl: urls.base, account };
  await writeWhole(target.records, markName, Buffer.from(`${JSON.stringify(created)}\n`));
  return id;
}

async function findMarkProblem(
  db: Database,
  mark: Mark,
  baseUrl: string,
  account: string | null,
): Promise<string | undefined> {
  if (mark.baseUrl !== baseUrl) return `is an export of ${mark.baseUrl}, not of ${baseUrl}`;
  if (mark.account !== account)
    return `is an export of ${mark.account ? `account ${mark.account}` : 'all accounts'}`;
  if (!(await hasExport(db, mark.export))) return 'is an export of another database';
  return undefined;
}

/** Changes with everything that the files of a credential show. */
function computeVersion(
  { shortCode: _, ...shown }: PublishedCredential,
  { recipientEmail, keysRevokedAt }: ExportableCredential,
  now: Date,
): string {
  const { revokedAt, expires } = shown;
  const lasting = { revoked: revokedAt !== null, expires: expires?.getTime() };
  const status = computePublicStatus(lasting, now.getTime());
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, shown, recipientEmail, keysRevokedAt, status]))
    .digest('hex')
    .slice(0, 32);
}

async function exportCredentials(run: Run): Promise<void> {
  const { db, clock, exportId, options, target, totals, writer } = run;
  const { accountId: scope, onProgress } = options;
  const all = await countPublicCredentials(db, scope);
  for (let after = firstId, done = 0; ; ) {
    await startBatch(run);
    const rows = await listCredentialsAfter(db, { exportId, scope, after, limit: BATCH_SIZE });
    const ids = rows.map(({ id }) => id);
    const published = new Map(
      (await findPublishedCredentials(db, ids)).map((credential) => [credential.id, credential]),
    );
    const changed = rows.flatMap((row) => {
      const credential = published.get(row.id);
      const version = credential && computeVersion(credential, row, clock());
      // Erased meanwhile. The next step finds it.
      if (version === undefined) return [];
      if (version === row.version) totals.unchanged += 1;
      return version === row.version ? [] : [{ id: row.id, version }];
    });
    // Files of a credential that is erased before they are complete are found by its entry.
    await markStarted(
      db,
      exportId,
      changed.map(({ id }) => id),
    );
    const complete = await copyCredentials(run, changed);
    const codes = await listShortCodes(
      db,
      complete.map(({ id }) => id),
    );
    for (const { id, version } of complete) {
      // Short codes could be guessed where nothing limits requests.
      const code = target.folder === undefined ? undefined : codes.get(id);
      if (code !== undefined) await putShortCode(run, code, id);
      writer.note({ kind: 'credential', id, version, code });
    }
    await writer.flush();
    totals.written += complete.length;
    done += rows.length;
    onProgress(done, Math.max(all, done));
    const last = ids.at(-1);
    if (last === undefined || rows.length < BATCH_SIZE) return;
    after = last;
  }
}

type CredentialVersion = { id: string; version: string };

/** Copies credentials side by side. Returns the ones whose files are complete. */
async function copyCredentials(
  run: Run,
  changed: CredentialVersion[],
): Promise<CredentialVersion[]> {
  const waiting = [...changed];
  const complete: CredentialVersion[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      run.options.signal.throwIfAborted();
      if (await copyContent(run, next.id, credentialAddresses)) complete.push(next);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return complete;
}

/** Returns false if it was erased meanwhile, or couldn't be drawn or signed. */
async function copyContent(
  { writer, totals }: Run,
  id: string,
  addresses: Addresses,
): Promise<boolean> {
  try {
    await writer.copy(id, addresses);
    return true;
  } catch (error) {
    // The folder or bucket failed, not the content.
    if (error instanceof BackupError) throw error;
    if (isGone(error)) return false;
    totals.failed += 1;
    if (totals.failures.length < MAX_REPORTED_FAILURES)
      totals.failures.push(`${id}: ${(error as Error).message}`);
    return false;
  }
}

async function putShortCode({ urls, writer }: Run, code: string, id: string): Promise<void> {
  const page = createShortCodePage(urls.credentialPage(id), urls.credential(id));
  await writer.put({ path: shortCodePath(code), type: html, bytes: Buffer.from(page) });
}

/** Replaces what is public no longer by 410, and deletes what belongs to another account now. */
async function removeUnpublished(run: Run): Promise<void> {
  const { db, exportId, options, target } = run;
  const { accountId: scope } = options;
  for (let after = firstId; ; ) {
    await startBatch(run);
    const rows = await listRemoved(db, { exportId, scope, after, limit: BATCH_SIZE });
    for (const { code } of rows)
      if (code !== null) await target.remove({ path: shortCodePath(code), type: html });
    await removeMoved(
      run,
      rows.flatMap(({ id, isMoved }) => (isMoved ? id : [])),
    );
    await putGone(
      run,
      rows.flatMap(({ id, isMoved }) => (isMoved ? [] : id)),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_SIZE) return;
    after = last.id;
  }
}

/** Also credentials that were erased before the first export. */
async function removeErased(run: Run): Promise<void> {
  const { db, exportId, options } = run;
  for (let after = firstId; ; ) {
    await startBatch(run);
    const page = { exportId, scope: options.accountId, after, limit: BATCH_SIZE };
    const ids = await listErased(db, page);
    await putGone(run, ids);
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH_SIZE) return;
    after = last;
  }
}

async function removeMoved({ db, exportId, options, target }: Run, ids: string[]): Promise<void> {
  for (const id of ids) {
    options.signal.throwIfAborted();
    await target.removeAll(id, listFiles(id));
    await deleteEntry(db, exportId, { kind: 'credential', id });
  }
}

const listFiles = (id: string) =>
  credentialAddresses.map(([buildPath, type]) => ({ path: buildPath(id), type }));

async function putGone(run: Run, ids: string[]): Promise<void> {
  const { db, exportId, options, totals, target, gonePage } = run;
  if (ids.length === 0) return;
  for (const id of ids) {
    options.signal.throwIfAborted();
    await target.putGone(id, listFiles(id), gonePage);
  }
  await target.sync();
  await markErased(db, exportId, ids);
  totals.removed += ids.length;
}

/** Badges, issuers and status lists: few, so they are written each time. */
async function exportRest(
  run: Run,
  kind: EntryKind,
  list: typeof listBadgesAfter,
  addresses: Addresses,
): Promise<void> {
  const { db, options, writer } = run;
  for (let after = firstId; ; ) {
    await startBatch(run);
    const page = { scope: options.accountId, after, limit: BATCH_SIZE };
    const ids = await list(db, page);
    for (const id of ids) {
      options.signal.throwIfAborted();
      if (await copyContent(run, id, addresses)) writer.note({ kind, id, version: '' });
    }
    await writer.flush();
    after = ids.at(-1) ?? after;
    if (ids.length < BATCH_SIZE) return;
  }
}

const otherAddresses: Partial<Record<EntryKind, Addresses>> = {
  badge: badgeAddresses,
  issuer: [...keyAddresses, ...issuerAddresses],
  list: listAddresses,
};

/** Deletes badges, issuers and lists that aren't public any more, such as those of deleted accounts. */
async function removeStale(run: Run): Promise<void> {
  const { db, exportId, options, target } = run;
  for (;;) {
    await startBatch(run);
    const stale = await listStaleEntries(db, exportId, options.accountId, BATCH_SIZE);
    for (const { kind, id } of stale) {
      options.signal.throwIfAborted();
      for (const [buildPath, type] of otherAddresses[kind] ?? [])
        await target.remove({ path: buildPath(id), type });
      await deleteEntry(db, exportId, { kind, id });
    }
    if (stale.length < BATCH_SIZE) return;
  }
}

/** Deletes pictures that were replaced or whose credential was erased. The service says 404 then. */
async function removeUnusedPictures(run: Run): Promise<void> {
  const { db, answer, exportId, imageReferences, target } = run;
  for (let after = ''; ; ) {
    await startBatch(run);
    const page = { exportId, after, limit: BATCH_SIZE };
    const paths = await listUnusedPictures(db, imageReferences, page);
    for (const path of paths) {
      run.options.signal.throwIfAborted();
      if ((await answer(path, '*/*')).status !== 404) continue;
      for (const type of pictureTypes) await target.remove({ path, type });
      await deleteEntry(db, exportId, { kind: 'file', id: path });
    }
    after = paths.at(-1) ?? after;
    if (paths.length < BATCH_SIZE) return;
  }
}
