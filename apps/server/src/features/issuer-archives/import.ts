import { plans } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { readPartition } from '../../kernel/id.ts';
import { storeBaseUrl } from '../../platform/db/base-url.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { invalidateOnCommit } from '../../platform/db/invalidation.ts';
import {
  computeCid,
  type ImageStore,
  readPictureShape,
  storeBlob,
} from '../../platform/images/index.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import type { ListedAccount } from '../accounts/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import { BackupError } from '../backup/index.ts';
import { lockAndCountIssuers } from '../issuers/index.ts';
import { sealIssuerKeys } from '../signing/index.ts';
import { lockAccounts } from '../transfers/index.ts';
import {
  damagedArchive,
  describeIssue,
  type OpenArchive,
  parseJson,
  unpackRows,
} from './archive.ts';
import {
  type ArchiveRow,
  countRows,
  findErasedCredential,
  type IssuerScope,
  insertRows,
  isImported,
  isIssuerStored,
  isShared,
  lockImport,
  prepareTransaction,
  recordImport,
  silenceEvents,
} from './archive-rows.ts';
import { refuseDuringUpgrade } from './export.ts';
import {
  type ArchiveTable,
  archiveTables,
  pictureColumns,
  referenced,
  references,
} from './tables.ts';

export type ImportParts = {
  /** One connection without timeouts, for the transaction. */
  own: Database;
  /** For rows of pictures: if the import is interrupted, the service deletes unused ones. */
  db: Database;
  images: ImageStore;
  sealer: Sealer;
  clock: Clock;
  signal: AbortSignal;
  baseUrl: string;
  schema: string;
};

export type ImportSummary = {
  archiveId: string;
  issuerId: string;
  name: string;
  accountId: string;
  credentials: number;
  pictures: number;
  /** The archive had been imported before, so nothing changed. */
  isRepeated: boolean;
};

/** Ids of the archive's badges, keys and so on. Credentials aren't among them. */
const MAX_IDS = 1_000_000;

/** Loads a verified archive in one transaction: an interrupted import leaves nothing. */
export async function importIssuer(
  parts: ImportParts,
  archive: OpenArchive,
  account: Pick<ListedAccount, 'accountId' | 'plan'>,
  onProgress: (done: number, of: number) => void,
): Promise<ImportSummary> {
  const { manifest } = archive;
  checkOrigin(parts, archive);
  const { archiveId } = manifest;
  const { id: issuerId, name } = manifest.issuer;
  const { accountId } = account;
  const summary = {
    ...{ archiveId, issuerId, name, accountId, pictures: manifest.pictures },
    credentials: manifest.rows.credentials ?? 0,
  };
  return parts.own.write(
    async (trx) => {
      await prepareTransaction(trx);
      await lockImport(trx, issuerId);
      if (await isImported(trx, archiveId)) return { ...summary, isRepeated: true };
      await admit(trx, issuerId, account);
      await silenceEvents(trx);
      await loadRows(trx, parts, archive, { issuerId, accountId }, onProgress);
      const keys = new Map(archive.sealed.keys.map((key) => [key.id, key.text]));
      const wrong = await sealIssuerKeys(trx, parts.sealer, issuerId, keys);
      if (wrong.length > 0) throw damagedArchive('a private key belongs to another key');
      const now = parts.clock();
      await recordImport(trx, archiveId, issuerId, now);
      const act = { action: 'importIssuer', target: issuerId, name } as const;
      await recordAction(trx, createOperatorActor(accountId), act, now);
      await storeBaseUrl(trx, parts.baseUrl);
      await invalidateOnCommit(trx, '*');
      return { ...summary, isRepeated: false };
    },
    { retry: false },
  );
}

function checkOrigin({ baseUrl, schema }: ImportParts, { manifest }: OpenArchive): void {
  if (manifest.baseUrl !== baseUrl)
    throw new BackupError(
      'refused',
      `the archive's ids and signatures begin with ${manifest.baseUrl}, but BASE_URL is ${baseUrl}. Import it into an installation with BASE_URL=${manifest.baseUrl}, and let that host name point there`,
    );
  if (manifest.schema !== schema)
    throw new BackupError(
      'refused',
      `the archive is from another release (${manifest.program}, migration ${manifest.schema}; here ${schema}). Upgrade both installations to the same release, and export again`,
    );
}

async function admit(
  trx: Trx,
  issuerId: string,
  { accountId, plan }: Pick<ListedAccount, 'accountId' | 'plan'>,
): Promise<void> {
  if (await isIssuerStored(trx, issuerId))
    throw new BackupError(
      'refused',
      `the issuer ${issuerId} already exists here. Nothing was imported`,
    );
  await refuseDuringUpgrade(trx, 'Import');
  if (!(await lockAccounts(trx, [accountId])))
    throw new BackupError('refused', `account ${accountId} not found`);
  if ((await lockAndCountIssuers(trx, accountId)) >= plans[plan].issuers)
    throw new BackupError(
      'refused',
      `the plan ${plan} allows no further issuer. Change it with insignia accounts plan ${accountId}`,
    );
}

async function loadRows(
  trx: Trx,
  parts: ImportParts,
  archive: OpenArchive,
  scope: IssuerScope,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  const { rows: expected, pictures: expectedPictures } = archive.manifest;
  if (expected.issuers !== 1) throw damagedArchive('it has no issuer');
  const loader = createLoader(trx, scope);
  const of = Object.values(expected).reduce((sum, rows) => sum + rows, expectedPictures);
  await archive.read(async (name, content) => {
    if (name.startsWith('pictures/'))
      loader.addPicture(await storePicture(parts, name.slice('pictures/'.length), content));
    else await loader.addRows(name, content);
    onProgress(Math.min(loader.count(), of), of);
  });
  if (loader.pictures() !== expectedPictures)
    throw damagedArchive('its number of pictures is wrong');
  for (const table of archiveTables) {
    const loaded = loader.loaded(table.name);
    if (loaded !== (expected[table.name] ?? 0))
      throw damagedArchive(`its number of rows of ${table.name} is wrong`);
    // An archive has no rows of other issuers, such as the history of their credentials.
    if (!isShared(table) && (await countRows(trx, table, scope)) !== loaded)
      throw damagedArchive(`rows of ${table.name} belong to another issuer`);
  }
  const gone = await findErasedCredential(trx, scope.issuerId);
  if (gone) throw damagedArchive(`the credential ${gone} was erased here, or is erased there`);
}

type Picture = { cid: string; side: number };

/** Published at its CID, so it must be nothing but a picture. */
async function storePicture(
  { db, images, clock }: ImportParts,
  cid: string,
  bytes: Buffer,
): Promise<Picture> {
  if (computeCid(bytes) !== cid) throw damagedArchive(`the picture ${cid} has other content`);
  const shape = readPictureShape(bytes);
  if ('refused' in shape) throw damagedArchive(`the picture ${cid} ${shape.refused}`);
  await storeBlob({ db, images, clock }, { bytes, ...shape });
  return { cid, side: Math.max(shape.width, shape.height) };
}

function createLoader(trx: Trx, scope: IssuerScope) {
  const sides = new Map<string, number>();
  const known = new Map([...referenced].map((table) => [table, new Set<string>()]));
  const loaded = new Map<string, number>();
  const seenByTable = new Map<string, Set<string>>();
  let ids = 0;
  const remember = (table: string, id: string): void => {
    known.get(table)?.add(id);
    ids += 1;
    if (ids > MAX_IDS) throw damagedArchive('it has too many rows');
  };
  const checkColumn = (column: string, value: unknown): string | undefined => {
    const target = references[column];
    if (target && !known.get(target)?.has(String(value))) return `${column} is of another issuer`;
    return pictureColumns.includes(column) && !sides.has(String(value))
      ? `${column} names a picture that the archive lacks`
      : undefined;
  };
  const check = ({ name }: ArchiveTable, row: ArchiveRow): string | undefined => {
    if (name === 'issuers' && row.id !== scope.issuerId) return 'id is of another issuer';
    if (name === 'erased_credentials' && !isOfPartition(row, scope.issuerId))
      return 'id is of another account';
    if (name === 'image_sizes' && !isSmallerVersion(row, sides))
      return 'sized_cid is no smaller version';
    return Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([column, value]) => checkColumn(column, value))
      .find((problem) => problem !== undefined);
  };
  return {
    addPicture: ({ cid, side }: Picture): void => void sides.set(cid, side),
    pictures: () => sides.size,
    loaded: (table: string) => loaded.get(table) ?? 0,
    count: () => [...loaded.values()].reduce((sum, rows) => sum + rows, sides.size),
    async addRows(name: string, content: Buffer): Promise<void> {
      const unpacked = unpackRows(name, content);
      const table = archiveTables.find((each) => each.name === unpacked.table) as ArchiveTable;
      const seen = seenByTable.get(table.name) ?? new Set<string>();
      seenByTable.set(table.name, seen);
      const rows = unpacked.lines.map((line, at) => {
        const row = readRow(table, `row ${at + 1} of ${name}`, line);
        const wrong = check(table, row);
        if (wrong) throw damagedArchive(`row ${at + 1} of ${name}: ${wrong}`);
        if (known.has(table.name)) remember(table.name, String(row.id));
        return { ...row, ...table.derive?.(row, seen) };
      });
      await insertChecked(trx, table, scope.accountId, rows);
      loaded.set(table.name, (loaded.get(table.name) ?? 0) + rows.length);
    },
  };
}

/** An id whose issuer is unknown is of the account that created the issuer. */
const isOfPartition = ({ id, issuer_id: known }: ArchiveRow, issuerId: string): boolean =>
  known !== null || readPartition(String(id)) === readPartition(issuerId);

/** A wrong one would show another picture wherever the same picture is shown smaller. */
function isSmallerVersion(
  { cid, side, sized_cid }: ArchiveRow,
  sides: ReadonlyMap<string, number>,
): boolean {
  const [full = 0, sized = 0] = [sides.get(String(cid)), sides.get(String(sized_cid))];
  return [512, 128].includes(Number(side)) && sized === Number(side) && full > sized;
}

function readRow(table: ArchiveTable, place: string, line: string): ArchiveRow {
  const value = parseJson(place, line);
  let problem: string | undefined;
  try {
    const { success, error } = table.shape.safeParse(value);
    problem = success ? undefined : describeIssue(error);
  } catch {
    // Nested too deeply.
    problem = 'is invalid';
  }
  if (problem) throw damagedArchive(`${place}: ${problem}`);
  return value as ArchiveRow;
}

/** Turns what the database refuses into an error of the archive. */
async function insertChecked(
  trx: Trx,
  table: ArchiveTable,
  accountId: string,
  rows: readonly ArchiveRow[],
): Promise<void> {
  try {
    await insertRows(trx, table, accountId, rows);
  } catch (error) {
    const { name } = table;
    const { code, constraint = '' } = error as { code?: string; constraint?: string };
    if (code === '23505')
      throw new BackupError(
        'refused',
        `rows of ${name} already exist here (${constraint}). Nothing was imported`,
        error,
      );
    // Integrity violations and invalid values.
    if (code?.startsWith('23') || code?.startsWith('22'))
      throw damagedArchive(`rows of ${name} are invalid (${constraint || code})`, error);
    throw error;
  }
}
