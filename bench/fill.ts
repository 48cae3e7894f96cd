import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { callerByKeyStatement } from '../apps/server/src/features/access/index.ts';
import { issueStatement } from '../apps/server/src/features/credentials/index.ts';
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

const list = (items: string[]): string => items.map((item) => `"${item}"`).join(',');

/** wrk script: random public assertions. */
export function getIds(ids: string[]): string {
  return `local ids = {${list(ids)}}
request = function() return wrk.format("GET", "/certify-badge/award/" .. ids[math.random(#ids)]) end`;
}

/** wrk script: issues credentials in random accounts. */
export function postAwards(keys: string[], badges: string[]): string {
  return `local keys, badges = {${list(keys)}}, {${list(badges)}}
request = function()
  local n = math.random(#keys)
  local body = '{"parameters":{"badgeId":"' .. badges[n] .. '","recipient":{"name":"Person Number ' .. math.random(100000) ..
    '","email":"person' .. math.random(100000) .. '@example.org"},"issuedOn":"2026-01-31"}}'
  return wrk.format("POST", "/awards", {["X-Api-Key"] = keys[n], ["Content-Type"] = "application/json"}, body)
end`;
}

/** pgbench script: the database work of POST /awards, including the key lookup. */
export function lookUpAndIssue(accounts: number): string {
  const values = [
    ...['account', 'badge', 'uuidv7()', 'uuidv7()'],
    ...[
      "'Person Number ' || :p",
      "'person' || :p || '@example.org'",
      "'person number ' || :p",
      "'person' || :p || '@example.org'",
    ],
    ...[
      "'2026-01-31'::timestamptz",
      'null::timestamptz',
      "jsonb_build_object('issuedOn', '2026-01-31', 'expires', null)",
    ],
    ...['now()', "date_trunc('day', now())", '10000', 'null::text', 'null::bytea', 'null::jsonb'],
    ...['uuidv7()', 'person', 'key', "array['badgeId', 'recipient', 'issuedOn']"],
    ...['null::jsonb', 'null::integer'],
  ];
  const issue = issueStatement.replaceAll(
    /\$(\d+)/g,
    (_, at: string) => values[Number(at) - 1] ?? '',
  );
  return `\\set n random(1, ${accounts})
\\set p random(1, 100000)
${callerByKeyStatement.replace('$1', '(select hash from bench_accounts where n = :n)')};
${issue} from bench_accounts where n = :n;
`;
}
