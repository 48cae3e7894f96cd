import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

export type CollectionRow = {
  id: string;
  name: string;
  description: string;
  credentialIds: string[];
  expires: Date | null;
  /** Null if it isn't shared. */
  token: string | null;
};

const columns = sql`c.id, c.name, c.description, c.credential_ids as "credentialIds", c.expires,
  (select l.token from collection_links l where l.collection_id = c.id and l.stopped_at is null) as token`;

export async function listCollectionRows(db: Database, personId: string): Promise<CollectionRow[]> {
  const { rows } = await sql<CollectionRow>`
    select ${columns} from collections c where c.person_id = ${personId} order by c.id desc`.execute(
    db,
  );
  return rows;
}

export async function findCollectionRow(
  db: Database,
  personId: string,
  id: string,
): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`
    select ${columns} from collections c where c.id = ${id} and c.person_id = ${personId}`.execute(
    db,
  );
  return rows[0];
}

/** Locks a collection, so that changes take turns. */
export async function lockCollection(
  trx: Trx,
  personId: string,
  id: string,
): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`
    select ${columns} from collections c where c.id = ${id} and c.person_id = ${personId} for update of c`.execute(
    trx,
  );
  return rows[0];
}

export async function countCollections(trx: Trx, personId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from collections where person_id = ${personId}`.execute(trx);
  return rows[0]?.n ?? 0;
}

export async function insertCollection(
  trx: Trx,
  personId: string,
  { id, name, description, credentialIds }: CollectionRow,
  now: Date,
): Promise<void> {
  await sql`insert into collections (id, person_id, name, description, credential_ids, created_at)
    values (${id}, ${personId}, ${name}, ${description}, ${credentialIds}::uuid[], ${now})`.execute(
    trx,
  );
}

export async function updateCollectionRow(
  trx: Trx,
  { id, name, description, credentialIds, expires }: CollectionRow,
): Promise<void> {
  await sql`update collections set name = ${name}, description = ${description},
    credential_ids = ${credentialIds}::uuid[], expires = ${expires} where id = ${id}`.execute(trx);
}

export async function deleteCollectionRow(
  trx: Trx,
  personId: string,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from collections where id = ${id} and person_id = ${personId}`.execute(trx);
  return numAffectedRows === 1n;
}

export async function insertLink(
  trx: Trx,
  collectionId: string,
  token: string,
  now: Date,
): Promise<void> {
  await sql`insert into collection_links (token, collection_id, created_at)
    values (${token}, ${collectionId}, ${now})`.execute(trx);
}

/** Also counts stopped links. */
export async function countLinks(trx: Trx, collectionId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from collection_links where collection_id = ${collectionId}`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

export async function stopLink(trx: Trx, collectionId: string, now: Date): Promise<void> {
  await sql`update collection_links set stopped_at = ${now}
    where collection_id = ${collectionId} and stopped_at is null`.execute(trx);
}

export type SharedCollection = Omit<CollectionRow, 'token'> & {
  personId: string;
  isStopped: boolean;
};

export async function findSharedCollection(
  db: Database,
  token: string,
): Promise<SharedCollection | undefined> {
  const { rows } = await sql<SharedCollection>`
    select c.id, c.name, c.description, c.credential_ids as "credentialIds", c.expires, c.person_id as "personId",
      l.stopped_at is not null as "isStopped"
    from collection_links l join collections c on c.id = l.collection_id where l.token = ${token}`.execute(
    db,
  );
  return rows[0];
}

/** The collections of a user who is merged into another one. */
export async function moveCollections(trx: Trx, from: string, to: string): Promise<void> {
  await sql`update collections set person_id = ${to} where person_id = ${from}`.execute(trx);
}

export type ProfileRow = {
  personId: string;
  handle: string | null;
  name: string;
  about: string;
  credentialIds: string[];
  isPublic: boolean;
  searchIndexing: boolean;
};

const profileColumns = sql`person_id as "personId", handle, name, about, credential_ids as "credentialIds",
  is_public as "isPublic", search_indexing as "searchIndexing"`;

export async function findProfileRow(
  db: Database | Trx,
  personId: string,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select ${profileColumns} from profiles where person_id = ${personId}`.execute(db);
  return rows[0];
}

export async function findPublicProfile(
  db: Database,
  handle: string,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select ${profileColumns} from profiles where handle = ${handle} and is_public`.execute(db);
  return rows[0];
}

export async function saveProfile(
  trx: Trx,
  row: ProfileRow & { handleFolded: string | null },
): Promise<void> {
  const { personId, handle, handleFolded, name, about, credentialIds } = row;
  await sql`insert into profiles (person_id, handle, handle_folded, name, about, credential_ids, is_public, search_indexing)
    values (${personId}, ${handle}, ${handleFolded}, ${name}, ${about}, ${credentialIds}::uuid[], ${row.isPublic}, ${row.searchIndexing})
    on conflict (person_id) do update set handle = excluded.handle, handle_folded = excluded.handle_folded, name = excluded.name,
      about = excluded.about, credential_ids = excluded.credential_ids, is_public = excluded.is_public,
      search_indexing = excluded.search_indexing`.execute(trx);
}

/**
 * The profile of a user who is merged into another one. If both have one, a public one stays, then one
 * with a handle, then that of the remaining user.
 */
export async function moveProfile(trx: Trx, from: string, to: string): Promise<void> {
  await sql`delete from profiles p using profiles o where p.person_id = ${to} and o.person_id = ${from}
    and (o.is_public, o.handle is not null) > (p.is_public, p.handle is not null)`.execute(trx);
  await sql`update profiles set person_id = ${to} where person_id = ${from}
    and not exists (select 1 from profiles where person_id = ${to})`.execute(trx);
}

/** Selects other credentials instead of these, in the same places. */
export async function replaceSelected(
  trx: Trx,
  personId: string,
  replaced: readonly { former: string; kept: string }[],
): Promise<void> {
  const [former, kept] = [replaced.map((each) => each.former), replaced.map((each) => each.kept)];
  const ids = sql`array(select coalesce(s.kept, e.id) from unnest(credential_ids) with ordinality e(id, at)
    left join unnest(${former}::uuid[], ${kept}::uuid[]) s(former, kept) on s.former = e.id group by 1 order by min(e.at))`;
  const isSelected = sql`person_id = ${personId} and credential_ids && ${former}::uuid[]`;
  await sql`update collections set credential_ids = ${ids} where ${isSelected}`.execute(trx);
  await sql`update profiles set credential_ids = ${ids} where ${isSelected}`.execute(trx);
}
