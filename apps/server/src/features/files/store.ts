import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

export const cardImages = { table: 'cards', column: 'cid', of: 'credential_id' };

export async function findCard(
  db: Database,
  credentialId: string,
): Promise<{ source: string; cid: string } | undefined> {
  const { rows } = await sql<{ source: string; cid: string }>`
    select source, cid from cards where credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

/** Does nothing if the credential was erased meanwhile. */
export async function saveCard(
  trx: Trx,
  credentialId: string,
  source: string,
  cid: string,
): Promise<void> {
  await sql`
    insert into cards (credential_id, source, cid)
    select id, ${source}, ${cid} from credentials where id = ${credentialId} for key share
    on conflict (credential_id) do update set source = excluded.source, cid = excluded.cid`.execute(
    trx,
  );
}
