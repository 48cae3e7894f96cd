import { createHash, randomBytes } from 'node:crypto';
import { firstIdAt, newId } from '../../src/kernel/id.ts';

/** Runs a statement with pg or Kysely. */
type Run = (statement: string, values?: unknown[]) => Promise<unknown>;

export type Tenant = {
  accountId: string;
  personId: string;
  issuerId: string;
  badgeId: string;
  claimId: string;
  webhookId: string;
  key: string;
};
export type Tenants = {
  /** Owns half of all rows. */
  large: Tenant;
  /** Always has 700 credentials. */
  small: Tenant;
  /** One of the others. */
  busy: Tenant;
  /**
   * Has three in ten of the others' rows. Nothing was sent, and no credential was issued
   * individually. Half of its credentials have a failed delivery, and half a delivery of another
   * event. Were more deliveries failed, PostgreSQL would read the start of a month by id instead of
   * by its index of failures, which is cheap, but more than a page.
   */
  failing: Tenant;
  others: number;
};

const smallRows = 700;
/** In seven names of the large account and one of the small. */
export const RARE_NAME = 'Quxo';
/** The address of one person with many credentials, in the large and the failing account. */
export const FREQUENT_ADDRESS = 'frequent@people.example';

const firstNames =
  'Ada,Grace,José,Łukasz,Mary,Anna,Wei,Olu,Fatima,Ingrid,Jürgen,Chloé,Ivan,Noor,Sven,Pia,Carlos,Mia,Tom,Leah';
const lastNames =
  'Lovelace,Hopper,Núñez,Kowalski,Jackson,Schmidt,Zhang,Adeyemi,Rahman,Berg,Müller,Dubois,Petrov,Haddad,Lind,Costa,García,Rossi,Baker,Stone,Fox,Wolf,King,Young,Vega,Xu,Ito,Kim,Díaz,Quist';

/**
 * Accounts with a badge, an inactive endpoint and a key: a large one, a small one, and `others`.
 */
export async function makeTenants(run: Run, others: number): Promise<Tenants> {
  const newTenants = Array.from({ length: others + 3 }, () => ({
    ...{ accountId: newId(), personId: newId(), memberId: newId(), issuerId: newId() },
    ...{ keyId: newId(), badgeId: newId(), claimId: newId(), webhookId: newId() },
    key: `insignia_${randomBytes(16).toString('hex')}`,
  }));
  const rows = newTenants.map(({ key, ...ids }, n) => ({
    ...ids,
    n,
    hash: createHash('sha256').update(key).digest('hex'),
  }));
  await run(`create table tenants (n int primary key, "accountId" uuid, "personId" uuid, "memberId" uuid, "issuerId" uuid, "keyId" uuid,
    "badgeId" uuid, "claimId" uuid, "webhookId" uuid, hash text)`);
  await run('insert into tenants select * from jsonb_populate_recordset(null::tenants, $1)', [
    JSON.stringify(rows),
  ]);
  for (const statement of [
    `insert into auth."user" (id, name, email, "emailVerified") select "personId", 'P', n || '@tenants.example', true from tenants`,
    `insert into accounts (id, name, plan, created_at) select "accountId", 'A', 'pro', now() from tenants`,
    `insert into account_usage (account_id, period_start, credentials) select "accountId", date_trunc('day', now()), -1000000000 from tenants`,
    `insert into members (id, account_id, person_id, email, role, status, created_at)
     select "memberId", "accountId", "personId", n || '@tenants.example', 'owner', 'active', now() from tenants`,
    `insert into api_keys (id, account_id, member_id, name, scope, prefix, hash, created_at)
     select "keyId", "accountId", "memberId", 'k', 'write', '', decode(hash, 'hex'), now() from tenants`,
    `insert into images (cid, media_type, bytes, width, height, touched_at) values ('none', 'image/png', 1, 1, 1, now()) on conflict do nothing`,
    `insert into issuers (id, account_id, name, url, email, code_hash, verified_at, created_at)
     select "issuerId", "accountId", 'Issuer', 'https://i.example', 'i@i.example', '', now(), now() from tenants`,
    `insert into badges (id, account_id, issuer_id, name, description, criteria, image_cid, created_at)
     select "badgeId", "accountId", "issuerId", 'Badge', 'D', 'C', 'none', now() from tenants`,
    `insert into claims (id, account_id, badge_id, code, approval, fields, created_at)
     select "claimId", "accountId", "badgeId", 'tenant ' || n, true, '{}', now() from tenants`,
    `insert into webhooks (id, account_id, url, events, secret, active, created_at)
     select "webhookId", "accountId", 'https://r.example', '{*}', '', false, now() from tenants`,
  ])
    await run(statement);
  const [large, small, failing, busy] = newTenants;
  if (!large || !small || !failing || !busy) throw new Error('no tenants');
  return { large, small, failing, busy, others };
}

const array = (names: string): string => `array['${names.split(',').join("','")}']`;
/** Deterministic choice by row and `salt`. */
const pick = (from: string, salt: number): string =>
  `(${from})[1 + abs(hashint8extended(i, ${salt})) % cardinality(${from})]`;

/**
 * Gives the large account `own` credentials and the others as many, interleaved over a number of
 * days, with all related rows. One in ten credentials of the large and the failing account is of the same person. `gmail` is in 40 % of the others' addresses, 60 % of the large
 * account's and none of the small one's. About 100 of its emails and deliveries have failed, and
 * one in six deliveries is pending.
 */
export async function issueTo(
  run: Run,
  { others }: Tenants,
  own: number,
  days = 20,
): Promise<void> {
  const total = own * 2;
  const smallEvery = Math.max(1, Math.floor(own / smallRows));
  const tenant = `case when i % 2 = 0 then 0
    when (i / 2) % ${smallEvery} = 0 and i / 2 / ${smallEvery} < ${smallRows} then 1
    when abs(hashint8extended(i, 5)) % 10 < 3 then 2
    else 3 + abs(hashint8extended(i, 1)) % ${others} end`;
  const rows = `select i, t.*, now() - interval '${days} days' * ((${total} - i)::float8 / ${total}) as at,
      case when (n = 0 and i % ${Math.max(2, 2 * Math.floor(own / 7))} = 2) or (n = 1 and i < 2 * ${smallEvery}) then 'Anna ${RARE_NAME}'
        else ${pick(array(firstNames), 2)} || ' ' || ${pick(array(lastNames), 3)} end as name,
      case when n = 0 and i % ${2 * Math.floor(own / 60)} = 0 or n > 1 and abs(hashint8extended(i, 4)) % 10 < 4 then 'gmail.com'
        else 'people' || n % 50 || '.example' end as host
    from (select i, ${tenant} as n from generate_series($1::bigint, $2) i) g join tenants t using (n)`;
  const step = 1_000_000;
  for (let from = 1; from <= total; from += step)
    await run(
      `insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, email_state, issued_on, created_at)
     select uuid7_at(at), "accountId", "badgeId", name, mail, lower(name), lower(mail), case when n = 2 then 2 else 1 end, at, at
     from (${rows}) r cross join lateral (select case when n in (0, 2) and i % 20 in (6, 7) and name not like '%${RARE_NAME}' then '${FREQUENT_ADDRESS}'
       else lower(replace(name, ' ', '.')) || i || '@' || host end as mail) m order by i`,
      [from, Math.min(from + step - 1, total)],
    );
  const keptFor = (maxDays: number) => `created_at > now() - interval '${maxDays} days'`;
  /** One in this many failed during the retention period. */
  const oneIn = (maxDays: number) =>
    Math.max(2, Math.floor((own * Math.min(1, maxDays / days)) / 100));
  const recipient = `jsonb_build_object('recipient', jsonb_build_object('name', recipient_name, 'email', recipient_email))`;
  for (const statement of [
    `insert into events (id, account_id, credential_id, type, data, created_at)
     select uuid7_at(created_at), account_id, id, 'credential.issued', ${recipient}, created_at from credentials`,
    `insert into audit_log (id, account_id, person_id, key_id, action, target, fields, created_at)
     select uuid7_at(created_at), account_id, "personId", "keyId",
       case when n = 2 then 'sendAward' when abs(hashtext(id::text)) % ${oneIn(400)} = 2 then 'revokeAward' else 'createAward' end,
       id, '{recipient}', created_at from credentials join tenants on "accountId" = account_id`,
    `insert into mails (id, account_id, credential_id, kind, recipient, subject, state, attempts, created_at, done_at)
     select uuid7_at(created_at), account_id, id, 'credential', recipient_email, 'Your badge',
       case when n = 2 then 'bounced' when abs(hashtext(id::text)) % ${oneIn(90)} = 0 then 'failed' else 'sent' end, 1, created_at, created_at
     from credentials join tenants on "accountId" = account_id where ${keptFor(90)}`,
    `update credentials set email_state = 0 from mails where credential_id = credentials.id and state = 'failed'`,
    `insert into deliveries (id, webhook_id, account_id, credential_id, type, state, attempts, last_error, created_at, done_at)
     select uuid7_at(created_at), "webhookId", account_id, id,
       case when n = 2 and not failed then 'credential.delivered'
         when abs(hashtext(id::text)) % ${oneIn(30)} = 3 then 'credential.revoked' else 'credential.issued' end,
       case when failed then 'failed' when waits then 'pending' else 'delivered' end, case when waits then 0 else 1 end,
       case when failed then 'answered 500' end, created_at, case when not waits then created_at end
     from credentials join tenants on "accountId" = account_id
       cross join lateral (select case when n = 2 then hashtextextended(id::text, 6) % 2 = 0 else abs(hashtext(id::text)) % ${oneIn(30)} = 1 end as failed) f
       cross join lateral (select n = 0 and not failed and abs(hashtext(id::text)) % ${oneIn(30)} <> 3 and abs(hashtextextended(id::text, 7)) % 6 = 0 as waits) w
     where credentials.${keptFor(30)}`,
    `insert into waiting_deliveries (webhook_id, id, type, credential_id, created_at)
     select webhook_id, id, type, credential_id, created_at from deliveries where state = 'pending'`,
    `insert into engagement_days (credential_id, day, kind, network, count)
     select id, created_at::date, 'view', '', 1 from credentials where abs(hashtext(id::text)) % 10 = 0`,
    `insert into badge_days (account_id, badge_id, day, kind, network, count)
     select account_id, badge_id, created_at::date, 'view', '', count(*)
     from credentials where abs(hashtext(id::text)) % 10 = 0 group by 1, 2, 3
     on conflict (badge_id, day, kind, network) do update set count = badge_days.count + excluded.count`,
    `insert into recipient_requests (id, account_id, credential_id, kind, message, state, created_at)
     select uuid7_at(created_at), account_id, id, 'correction', 'M',
       case when abs(hashtext(id::text)) % 40 = 0 then 'open' when n = 0 and abs(hashtext(id::text)) % 40 = 1 then 'declined' else 'accepted' end, created_at
     from credentials join tenants on "accountId" = account_id where n in (0, 2) and abs(hashtext(id::text)) % 20 < 2`,
    ...[0, 2].flatMap((n) => ownLists(n, Math.ceil(own / 20))),
  ])
    await run(statement);
}

/** Creates issuers, badges, imports, claim codes and requests of one account. Half of the issuers and badges are deleted. */
function ownLists(n: number, count: number): string[] {
  const rows = `from tenants cross join generate_series(1, ${count}) i where n = ${n}`;
  const at = `now() - interval '1 second' * (${count} - i)`;
  const deleted = `case when i % 2 = 0 then now() end`;
  return [
    `insert into issuers (id, account_id, name, url, email, code_hash, verified_at, created_at, deleted_at)
     select uuid7_at(${at}), "accountId", 'Issuer', 'https://i.example', 'i@i.example', '', now(), ${at}, ${deleted} ${rows}`,
    `insert into badges (id, account_id, issuer_id, name, description, criteria, image_cid, created_at, deleted_at)
     select uuid7_at(${at}), "accountId", "issuerId", 'Badge', 'D', 'C', 'none', ${at}, ${deleted} ${rows}`,
    `insert into imports (id, account_id, badge_id, status, dry_run, sends, skips_duplicates, header, columns, total, created_at, finished_at)
     select uuid7_at(${at}), "accountId", "badgeId", 'completed', false, false, false, '{}', '{}', 0, ${at}, ${at} ${rows}`,
    `insert into claims (id, account_id, badge_id, code, approval, fields, created_at)
     select uuid7_at(${at}), "accountId", "badgeId", 'tenant ' || n || ' ' || i, true, '{}', ${at} ${rows}`,
    `insert into claim_requests (id, claim_id, account_id, mail_id, name, email, email_search, created_at)
     select uuid7_at(${at}), "claimId", "accountId", uuid7_at(${at}), 'P', i || '@claims.example', i || '@claims.example', ${at} ${rows}`,
  ];
}

const monthStart = (time: Date, later = 0): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later));

/**
 * Partitions the logs by month, as in a service that has run all the time. The partitions are
 * empty.
 */
export async function cutLogs(run: Run, days: number, now = new Date()): Promise<void> {
  for (const [log, retentionDays] of Object.entries({
    audit_log: 400,
    deliveries: 30,
    mails: 90,
  })) {
    const first = new Date(now.getTime() - Math.min(days, retentionDays) * 86_400_000);
    await run(`drop table ${log}_before`);
    for (let begin = monthStart(first); begin <= now; begin = monthStart(begin, 1)) {
      const end = monthStart(begin, 1);
      const name = `${log}_${begin.toISOString().slice(0, 7).replace('-', '_')}`;
      await run(
        'select add_month(p_log => $1, p_name => $2, p_from => $3, p_to => $4, p_fillfactor => $5)',
        [...[log, name, firstIdAt(begin), firstIdAt(end)], log === 'deliveries' ? 50 : 100],
      );
    }
  }
}
