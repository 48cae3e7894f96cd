import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

export type ProfileRow = {
  personId: string;
  handle: string | null;
  name: string;
  about: string;
  credentialIds: string[];
  isPublic: boolean;
  searchIndexing: boolean;
};

const columns = sql`person_id as "personId", handle, name, about, credential_ids as "credentialIds",
  is_public as "isPublic", search_indexing as "searchIndexing"`;

export async function findProfileRow(
  db: Database | Trx,
  personId: string,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select ${columns} from profiles where person_id = ${personId}`.execute(db);
  return rows[0];
}

export async function findPublicProfile(
  db: Database,
  handle: string,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select ${columns} from profiles where handle = ${handle} and is_public`.execute(db);
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

/** The profile of a user who is merged into another one, unless that one has a profile. */
export async function moveProfile(trx: Trx, from: string, to: string): Promise<void> {
  await sql`update profiles set person_id = ${to} where person_id = ${from}
    and not exists (select 1 from profiles where person_id = ${to})`.execute(trx);
}
