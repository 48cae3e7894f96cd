import type pg from 'pg';
import { newId } from '../apps/server/src/kernel/id.ts';

const entries = 131_072;

/**
 * Gives every credential without one a status list entry, as if each had been read. Returns all
 * lists.
 */
export async function signAll(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query(`select count(*)::int as left from credentials c
    where not exists (select 1 from signed_credentials where credential_id = c.id)`);
  const { rows: known } = await db.query(
    'select id, issuer_id, seed from status_lists order by number desc limit 1',
  );
  const [{ id: first, issuer_id: issuer, seed }] = known;
  const ids = Array.from({ length: Math.ceil(rows[0].left / entries) }, newId);
  for (const [at, id] of ids.entries())
    await db.query(
      `insert into status_lists (id, issuer_id, number, seed, given, bits, changed_at)
       values ($1, $2, $3, $4, $5, decode(repeat('00', $5 / 8), 'hex'), now())`,
      [id, issuer, at + 2, seed, entries],
    );
  await db.query(
    `insert into signed_credentials (credential_id, key_id, list_id, list_index, subject_id, salt)
     select c.id, k.id, ($1::uuid[])[1 + (n - 1) / $2], (n - 1) % $2, gen_random_uuid(), md5(c.id::text)
     from (select id, row_number() over (order by id) as n from credentials c
       where not exists (select 1 from signed_credentials where credential_id = c.id)) c,
       (select id from issuer_keys where issuer_id = $3 limit 1) k`,
    [ids, entries, issuer],
  );
  await db.query('vacuum analyze signed_credentials, status_lists');
  return [first, ...ids];
}
