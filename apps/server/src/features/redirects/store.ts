import { sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { isNotLeaving } from '../accounts/sql.ts';
import {
  listPathForms,
  mayNamePerson,
  type OldUrl,
  type Redirect,
  type StoredTarget,
  type TargetKind,
  toKey,
} from './rules.ts';

const ROWS_PER_STATEMENT = 2_000;

function* slices<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    yield rows.slice(from, from + ROWS_PER_STATEMENT);
}

const toTurnKey = (accountId: string): string => `redirects ${accountId}`;

/**
 * Other files of the account, transfers of its issuers, and erasures of these credentials or of any
 * address wait until the transaction ends. Issuers first, as transfers do. Credentials in the order of
 * bulk jobs, and before the usage: erasures wait for imports, which wait for the usage.
 */
export async function lockRedirects(
  trx: Trx,
  accountId: string,
  targetIds: readonly string[],
): Promise<void> {
  // Erasing locks deleted issuers after their credentials.
  await sql`select 1 from issuers where account_id = ${accountId} and deleted_at is null
    order by id for key share`.execute(trx);
  await sql`${customPlan}
    select 1 from credentials where id = any(${[...targetIds]}::uuid[]) and account_id = ${accountId}
    order by id desc for key share`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${toTurnKey(accountId)}, 0))`.execute(
    trx,
  );
  await sql`select 1 from account_usage where account_id = ${accountId} for update`.execute(trx);
}

/** Stored targets of these URLs, in any account. */
export async function findStored(
  trx: Trx,
  oldUrls: readonly OldUrl[],
): Promise<Map<string, StoredTarget>> {
  const found = new Map<string, StoredTarget>();
  for (const slice of slices(oldUrls)) {
    const { rows } = await sql<OldUrl & StoredTarget>`${customPlan}
      select r.host, r.path, r.account_id as "accountId", r.target_id as "targetId"
      from unnest(${slice.map(({ host }) => host)}::text[], ${slice.map(({ path }) => path)}::text[]) as a(host, path)
      join redirects r on r.host = a.host and r.path = a.path`.execute(trx);
    for (const { host, path, ...target } of rows) found.set(toKey({ host, path }), target);
  }
  return found;
}

/** Kinds of the account's things among these ids. A statement after the locks sees who was erased. */
export async function findTargetKinds(
  trx: Trx,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, TargetKind>> {
  const { rows } = await sql<{ id: string; kind: TargetKind }>`${customPlan}
    select id, 'issuer' as kind from issuers where id = any(${[...ids]}::uuid[]) and account_id = ${accountId} and deleted_at is null
    union all select id, 'badge' from badges where id = any(${[...ids]}::uuid[]) and account_id = ${accountId} and deleted_at is null
    union all select id, 'credential' from credentials where id = any(${[...ids]}::uuid[]) and account_id = ${accountId}`.execute(
    trx,
  );
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Also takes URLs from accounts that wrote them before their domain changed hands. */
export async function writeRedirects(
  trx: Trx,
  accountId: string,
  redirects: readonly Redirect[],
  now: Date,
): Promise<void> {
  const sorted = redirects.toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
  for (const slice of slices(sorted))
    await sql`insert into redirects (host, path, account_id, kind, target_id, created_at)
      select host, path, ${accountId}, kind, "targetId", ${now}
      from jsonb_to_recordset(${JSON.stringify(slice)}) as r(host text, path text, kind text, "targetId" uuid)
      on conflict (host, path) do update
        set account_id = excluded.account_id, proven_by = null, kind = excluded.kind, target_id = excluded.target_id, created_at = excluded.created_at`.execute(
      trx,
    );
}

/**
 * Deletes redirects of other URLs: the account's own, and those that earlier owners of its hosts wrote.
 * Returns how many, by host.
 */
export async function removeOthers(
  trx: Trx,
  accountId: string,
  named: readonly OldUrl[],
  ownHosts: ReadonlySet<string>,
): Promise<{ host: string; removed: number }[]> {
  const oldUrls = JSON.stringify(named.map(({ host, path }) => ({ host, path })));
  const { rows } = await sql<{ host: string; removed: number }>`${customPlan}
    with named as (select host, path from jsonb_to_recordset(${oldUrls}) as a(host text, path text)),
      removed as (delete from redirects r where (r.account_id = ${accountId}
          or (r.host = any(${[...ownHosts]}::text[]) and coalesce(r.proven_by, r.account_id) <> ${accountId}))
        and not exists (select from named n where n.host = r.host and n.path = r.path) returning r.host)
    select host, count(*)::int as removed from removed group by host`.execute(trx);
  return rows;
}

export type ErasedPeople = {
  emails: string[];
  /** Locked credentials that are being erased. */
  ids: string[];
  /** Names and addresses that locked credentials had before a correction, by the credential's id. */
  former?: ReadonlyMap<string, string[]>;
};

/** Old URLs of corrected credentials that name the person before, unless they may name the current one. */
async function findFormerUrls(trx: Trx, former: ReadonlyMap<string, string[]>): Promise<OldUrl[]> {
  const { rows } = await sql<OldUrl & { id: string; current: string[] }>`${customPlan}
    select r.host, r.path, c.id, array[c.recipient_name, c.recipient_email] as current
    from redirects r join credentials c on c.id = r.target_id where c.id = any(${[...former.keys()]}::uuid[])`.execute(
    trx,
  );
  return rows.filter(({ path, id, current }) => mayNamePerson(path, former.get(id) ?? [], current));
}

/**
 * Words of an old path, as written or escaped, without the ending of a file. As in the index
 * `redirects_addresses`: change both.
 */
const words = sql<
  string[]
>`regexp_split_to_array(lower(replace(replace(replace(path, '%40', '@'), '%2B', '+'), '%27', '''')),
  '[/?&=;:,()]|%(?:2f|3f|26|3d|3b|3a|2c|28|29|20|22|3c|3e)|[.](?:html?|json|php|png|svg|pdf|xml|txt)(?![^/?&%])')`;

/** Old URLs of the account in which one of the addresses is a word. Files being stored go first. */
async function findUrlsWithAddress(
  trx: Trx,
  accountId: string,
  emails: readonly string[],
): Promise<OldUrl[]> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${toTurnKey(accountId)}, 0))`.execute(
    trx,
  );
  const addresses = [...new Set(emails.flatMap(listPathForms))];
  // Without the offset, PostgreSQL might split the paths of the whole account into words.
  const { rows } = await sql<OldUrl>`${customPlan}
    select r.host, r.path from unnest(${addresses}::text[]) a(address) cross join lateral (
      select host, path, account_id from redirects
      where ${words} @> array[a.address] and (strpos(path, '@') > 0 or strpos(path, '%40') > 0) offset 0) r
    where r.account_id = ${accountId}`.execute(trx);
  return rows;
}

/**
 * Old URLs that name a person who is being erased: those of the erased credentials, and others of the
 * account that contain the address. URLs with other ids stay, and lead to a document that says 410.
 */
async function findPersonalUrls(
  trx: Trx,
  accountId: string,
  { emails, ids, former = new Map() }: ErasedPeople,
): Promise<OldUrl[]> {
  const { rows: own } = await sql<OldUrl & { texts: string[] }>`${customPlan}
    select r.host, r.path, array(
      select t from credentials c cross join unnest(array[c.recipient_name, c.recipient_email]) t where c.id = r.target_id
      union select t from credential_editions e cross join
        unnest(array[e.previous->>'recipient.name', e.previous->>'recipient.email']) t
        where e.credential_id = r.target_id and t is not null) as texts
    from redirects r where r.target_id = any(${ids}::uuid[])`.execute(trx);
  const others = emails.length > 0 ? await findUrlsWithAddress(trx, accountId, emails) : [];
  const named = own.filter(({ path, texts }) => mayNamePerson(path, texts));
  return [...named, ...others, ...(former.size > 0 ? await findFormerUrls(trx, former) : [])];
}

/** Deletes old URLs that name a person who is being erased. Returns their hosts. */
export async function erasePersonalUrls(
  trx: Trx,
  accountId: string,
  erased: ErasedPeople,
): Promise<string[]> {
  const found = await findPersonalUrls(trx, accountId, erased);
  if (found.length === 0) return [];
  await sql`delete from redirects r using unnest(${found.map(({ host }) => host)}::text[], ${found.map(({ path }) => path)}::text[])
      as f(host, path) where r.host = f.host and r.path = f.path`.execute(trx);
  return [...new Set(found.map(({ host }) => host))];
}

export async function countRedirects(trx: Trx, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`${customPlan}
    select count(*)::int as n from redirects where account_id = ${accountId}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** Redirects of the account in order, after this one. */
export async function redirectsPage(
  db: Database,
  accountId: string,
  after: OldUrl,
  limit: number,
): Promise<Redirect[]> {
  const { rows } = await sql<Redirect>`${customPlan}
    select host, path, kind, target_id as "targetId" from redirects
    where account_id = ${accountId} and (host, path) > (${after.host}, ${after.path})
    order by host, path limit ${limit}`.execute(db);
  return rows;
}

export async function hasRedirects(db: Database, host: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from redirects where host = ${host}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

export type PublicRedirect = { accountId: string; kind: TargetKind; targetId: string };

/**
 * The redirect of the longest of these paths, among those whose domain no other account has verified.
 * `domains` are the host and those above it.
 */
export async function findRedirect(
  db: Database,
  domains: readonly string[],
  host: string,
  paths: readonly string[],
): Promise<PublicRedirect | undefined> {
  const { rows } = await sql<PublicRedirect>`
    select r.account_id as "accountId", r.kind, r.target_id as "targetId" from redirects r
    where r.host = ${host} and r.path = any(${[...paths]}::text[]) and ${isNotLeaving('r.account_id')}
      and coalesce((select d.account_id from sso_domains d
          where d.domain = any(${[...domains]}::text[]) and d.verified_at is not null
          order by length(d.domain) desc limit 1) in (r.account_id, coalesce(r.proven_by, r.account_id)), true)
    order by length(r.path) desc limit 1`.execute(db);
  return rows[0];
}
