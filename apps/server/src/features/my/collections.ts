import { randomBytes } from 'node:crypto';
import { MAX_COLLECTIONS, readClaimEnd } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { lockUser } from '../people/index.ts';
import {
  type CollectionRow,
  countCollections,
  countLinks,
  deleteCollectionRow,
  findCollectionRow,
  insertCollection,
  insertLink,
  listCollectionRows,
  lockCollection,
  stopLink,
  updateCollectionRow,
} from './gallery-store.ts';
import { getOwnUrl, readSelection, requireOwnIds } from './selection.ts';

export type CollectionDeps = { db: Database; clock: Clock; urls: Urls };

/** Stopped links stay known for good, so their number has a limit. */
const MAX_LINKS = 1_000;

type CollectionSummary = {
  collectionId: string;
  name: string;
  description: string;
  link: string | null;
  expires: string | null;
};
export type Collection = CollectionSummary & { credentials: string[] };

function summarize(
  { id, name, description, token, expires }: CollectionRow,
  { urls, clock }: CollectionDeps,
): CollectionSummary {
  const isShared = token !== null && (expires === null || expires > clock());
  return {
    ...{ collectionId: id, name, description },
    link: isShared ? urls.collection(token) : null,
    expires: expires?.toISOString() ?? null,
  };
}

async function describe(
  row: CollectionRow,
  personId: string,
  deps: CollectionDeps,
): Promise<Collection> {
  const own = await readSelection(deps, personId, row.credentialIds);
  return { ...summarize(row, deps), credentials: own.map((row) => getOwnUrl(row, deps.urls)) };
}

export async function listCollections(
  deps: CollectionDeps,
  personId: string,
): Promise<CollectionSummary[]> {
  return (await listCollectionRows(deps.db, personId)).map((row) => summarize(row, deps));
}

export async function getCollection(
  deps: CollectionDeps,
  personId: string,
  id: string,
): Promise<Collection> {
  const row = await findCollectionRow(deps.db, personId, id);
  if (!row) throw new Problem('collection_not_found');
  return describe(row, personId, deps);
}

type NewCollection = { name: string; description: string; credentials: string[] };

export async function createCollection(
  deps: CollectionDeps,
  personId: string,
  { name, description, credentials }: NewCollection,
): Promise<Collection> {
  const credentialIds = await requireOwnIds(deps, personId, credentials);
  const row = { id: newId(), name, description, credentialIds, expires: null, token: null };
  await deps.db.write(async (trx) => {
    await lockUser(trx, personId);
    if ((await countCollections(trx, personId)) >= MAX_COLLECTIONS)
      throw new Problem('collection_limit_reached');
    await insertCollection(trx, personId, row, deps.clock());
  });
  return describe(row, personId, deps);
}

export type CollectionChange = {
  name?: string | undefined;
  description?: string | undefined;
  credentials?: string[] | undefined;
  shared?: boolean | undefined;
  expires?: string | null | undefined;
};

export async function updateCollection(
  deps: CollectionDeps,
  personId: string,
  id: string,
  change: CollectionChange,
): Promise<Collection> {
  const { credentials } = change;
  const ids = credentials && (await requireOwnIds(deps, personId, credentials));
  const row = await deps.db.write(async (trx): Promise<CollectionRow> => {
    const now = deps.clock();
    const before = await lockCollection(trx, personId, id);
    if (!before) throw new Problem('collection_not_found');
    const token = await changeLink(trx, before, change.shared, now);
    const after: CollectionRow = {
      ...{ id, token, credentialIds: ids ?? before.credentialIds },
      name: change.name ?? before.name,
      description: change.description ?? before.description,
      expires: decideEnd(before, change, now),
    };
    await updateCollectionRow(trx, after);
    return after;
  });
  return describe(row, personId, deps);
}

const hasEnded = ({ expires }: CollectionRow, now: Date): boolean =>
  expires !== null && expires <= now;

/** Sharing again after the end has no end, unless the change has one. */
function decideEnd(
  before: CollectionRow,
  { expires, shared }: CollectionChange,
  now: Date,
): Date | null {
  if (expires) return new Date(readClaimEnd(expires) ?? now);
  const isReset = expires === null || (shared && hasEnded(before, now));
  return isReset ? null : before.expires;
}

/** Stops the link, or makes a new one. A link that was stopped or has ended never works again. */
async function changeLink(
  trx: Trx,
  before: CollectionRow,
  shared: boolean | undefined,
  now: Date,
): Promise<string | null> {
  const { id } = before;
  let { token } = before;
  if (token && (shared === false || hasEnded(before, now))) {
    await stopLink(trx, id, now);
    token = null;
  }
  if (token || !shared) return token;
  if ((await countLinks(trx, id)) >= MAX_LINKS)
    throw new Problem('collection_limit_reached', {
      text: `a collection can be shared at most ${MAX_LINKS.toLocaleString('en')} times: create another one`,
    });
  const created = randomBytes(16).toString('base64url');
  await insertLink(trx, id, created, now);
  return created;
}

export async function deleteCollection(
  { db }: CollectionDeps,
  personId: string,
  id: string,
): Promise<void> {
  const isDeleted = await db.write((trx) => deleteCollectionRow(trx, personId, id));
  if (!isDeleted) throw new Problem('collection_not_found');
}
