import type pg from 'pg';

/**
 * More than the 32 MiB cache of public responses holds, at about 900 bytes each
 * (bench/results.md).
 */
const documents = 45_000;
const readers = 16;

/** Fills the cache to its limit. Until then, memory grows as intended. */
export async function fillCache(url: string, badgeId: string, db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
     select uuid7_at(now()), account_id, id, 'Some Person', n || '@example.org', '', '', now(), now()
     from badges, generate_series(1, $2::int) n where id = $1 returning id`,
    [badgeId, documents],
  );
  const ids = rows.map(({ id }) => id);
  const read = async (): Promise<void> => {
    for (let id = ids.pop(); id; id = ids.pop()) {
      const answer = await fetch(`${url}/certify-badge/award/${id}`);
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: readers }, read));
}
