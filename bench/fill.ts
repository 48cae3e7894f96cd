import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../apps/server/src/kernel/id.ts';

export type BenchAccounts = { accounts: string[]; keys: string[]; badges: string[]; ids: string[] };

/**
 * 1,000 accounts with a key and a badge each and without reaching a limit, and 100,000 credentials of the
 * first.
 */
export async function fillDatabase(db: pg.Client): Promise<BenchAccounts> {
  const accounts = Array.from({ length: 1_000 }, () => ({
    ...{
      account: newId(),
      person: newId(),
      member: newId(),
      key: newId(),
      issuer: newId(),
      badge: newId(),
    },
    secret: `insignia_${randomBytes(16).toString('hex')}`,
  }));
  const column = (name: keyof (typeof accounts)[number]) => accounts.map((row) => row[name]);
  const hashes = accounts.map(({ secret }) => createHash('sha256').update(secret).digest());
  await db.query(
    `create table bench_accounts (n serial primary key, account uuid, person uuid, member uuid, key uuid, issuer uuid, badge uuid, hash bytea)`,
  );
  await db.query(
    `insert into bench_accounts (account, person, member, key, issuer, badge, hash)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::bytea[])`,
    [
      column('account'),
      column('person'),
      column('member'),
      column('key'),
      column('issuer'),
      column('badge'),
      hashes,
    ],
  );
  const statements = [
    `insert into auth."user" (id, name, email, "emailVerified") select person, 'P', n || '@bench.example', true from bench_accounts`,
    `insert into accounts select account, 'A', 'pro', now() from bench_accounts`,
    `insert into account_usage select account, date_trunc('day', now()), -1000000000 from bench_accounts`,
    `insert into members select member, account, person, n || '@bench.example', 'owner', 'active', now() from bench_accounts`,
    `insert into api_keys select key, account, member, 'bench', 'write', '', hash, now(), null from bench_accounts`,
    `insert into images values ('bench', 'image/png', 1, 1, 1, now())`,
    `insert into issuers select issuer, account, 'Issuer', 'https://i.example', 'i@i.example', null, null, '', now(), now() from bench_accounts`,
    `insert into badges select badge, account, issuer, 'Badge', 'D', 'C', 'bench', null, null, now() from bench_accounts`,
    `insert into credentials select uuid7_at(now()), account, badge, 'Person ' || i, 'p' || i || '@example.org', 'person ' || i, 'p' || i || '@example.org', now(), null, now(), null, null
     from bench_accounts, generate_series(1, 100000) i where n = 1`,
    'vacuum analyze',
  ];
  for (const statement of statements) await db.query(statement);
  const { rows } = await db.query('select id from credentials order by random()');
  return {
    accounts: column('account'),
    keys: column('secret'),
    badges: column('badge'),
    ids: rows.map(({ id }) => id),
  };
}

/** Fills the first account up to a number of credentials. */
export async function fillToTotal(db: pg.Client, total: number): Promise<void> {
  const first = 'from bench_accounts where n = 1';
  const { rows } = await db.query(
    `select count(*)::int as n from credentials where account_id = (select account ${first})`,
  );
  const step = 100_000;
  for (let n = rows[0].n; n < total; n += step)
    await db.query(
      `insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
       select uuid7_at(now()), account, badge, 'Person ' || i, 'p' || i || '@example.org', '', '', now(), now()
       from bench_accounts, generate_series(1, least($1::int, $2::int)) i where n = 1`,
      [step, total - n],
    );
}
