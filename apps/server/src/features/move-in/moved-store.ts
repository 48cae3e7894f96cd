import type { MigrationSource } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Database, type Trx } from '../../platform/db/index.ts';
import { recipientKey, selectAddressKey } from '../credentials/sql.ts';
import type {
  BadgeSigner,
  IdentifiedRow,
  KnownIdentity,
  MovedBadge,
  MoveInStatus,
  PlannedBadge,
} from './rules.ts';

/** The migration that moves badges and credentials. */
type Migration = { id: string; issuerId: string; source: MigrationSource; status: MoveInStatus };

export type ReportedBadge = {
  key: string;
  name: string;
  rows: number;
  badgeId: string | null;
  isNew: boolean;
  hasPicture: boolean;
};

export async function listReportedBadges(db: Database | Trx, id: string): Promise<ReportedBadge[]> {
  const { rows } = await sql<ReportedBadge>`
    select key, name, rows, badge_id as "badgeId", is_new as "isNew", has_picture as "hasPicture"
    from move_in_badges where move_in_id = ${id} order by name, key`.execute(db);
  return rows;
}

/**
 * Badges of the issuer by key: those with the same address, otherwise with the same name and criteria. The key of an
 * earlier release had no criteria. Somebody may have edited those of its badge.
 */
export async function findKnownBadges(
  db: Database | Trx,
  { issuerId, source }: Pick<Migration, 'issuerId' | 'source'>,
  badges: readonly MovedBadge[],
): Promise<Map<string, string>> {
  const wanted = badges.map(({ key, formerKey = key, name, criteria, hasCriteria }) => ({
    ...{ key, name, sourceKey: toSourceKey(source, key) },
    ...{ formerKey: toSourceKey(source, formerKey), criteria: hasCriteria ? criteria : null },
  }));
  const { rows } = await sql<{ key: string; badgeId: string }>`${customPlan}
    select w.key, coalesce(
      (select m.badge_id from moved_badges m join badges b on b.id = m.badge_id
        where m.issuer_id = ${issuerId} and m.key = w."sourceKey" and b.deleted_at is null),
      (select m.badge_id from moved_badges m join badges b on b.id = m.badge_id
        where m.issuer_id = ${issuerId} and m.key = w."formerKey" and b.deleted_at is null
          and (b.criteria = w.criteria or exists (select from badge_versions where badge_id = b.id and criteria = w.criteria))),
      (select b.id from badges b where b.issuer_id = ${issuerId} and b.deleted_at is null and b.name = w.name
        and (w.criteria is null or b.criteria = w.criteria) order by b.id limit 1)) as "badgeId"
    from jsonb_to_recordset(${JSON.stringify(wanted)}) as w(key text, name text, "sourceKey" text, "formerKey" text, criteria text)`.execute(
    db,
  );
  return new Map(rows.flatMap(({ key, badgeId }) => (badgeId ? [[key, badgeId]] : [])));
}

/** Locks badges against deletion until the transaction ends. Returns those that exist. */
export async function lockBadges(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from badges where id = any(${[...ids]}::uuid[]) and deleted_at is null order by id for share`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

const toSourceKey = (source: MigrationSource, key: string): string => `${source} ${key}`;

/** Records which badge a badge of the file has become. */
export async function recordBadge(
  trx: Trx,
  { id, issuerId, source }: Pick<Migration, 'id' | 'issuerId' | 'source'>,
  badge: Pick<MovedBadge, 'key' | 'formerKey' | 'issuerUrl'> &
    Pick<ReportedBadge, 'isNew' | 'hasPicture'> & { badgeId: string },
): Promise<void> {
  // A process of an earlier release may have stored the file.
  await sql`update move_in_badges set badge_id = ${badge.badgeId}, is_new = ${badge.isNew}, has_picture = ${badge.hasPicture},
      issuer_url = ${badge.issuerUrl}
    where move_in_id = ${id} and badge_id is null
      and key = coalesce((select key from move_in_badges where move_in_id = ${id} and key = ${badge.key}), ${badge.formerKey ?? null})`.execute(
    trx,
  );
  await sql`insert into moved_badges (issuer_id, key, badge_id) values (${issuerId}, ${toSourceKey(source, badge.key)}, ${badge.badgeId})
    on conflict (issuer_id, key) do update set badge_id = excluded.badge_id`.execute(trx);
}

/** Adds badges that are known only once the file's rows are read. Returns keys within the limit. */
export async function noteBadges(
  trx: Trx,
  id: string,
  badges: readonly { key: string; name: string }[],
  max: number,
): Promise<Set<string>> {
  const list = JSON.stringify(badges.map(({ key, name }) => ({ key, name })));
  await sql`insert into move_in_badges (move_in_id, key, name, rows)
    select ${id}, key, name, 0 from jsonb_to_recordset(${list}) as b(key text, name text)
    where not exists (select from move_in_badges m where m.move_in_id = ${id} and m.key = b.key)
    limit greatest(0, ${max} - (select count(*) from move_in_badges where move_in_id = ${id}))`.execute(
    trx,
  );
  const { rows } = await sql<{ key: string }>`
    select key from move_in_badges where move_in_id = ${id} and key = any(${badges.map(({ key }) => key)}::text[])`.execute(
    trx,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Adds rows to the numbers of rows of badges. */
export async function addBadgeRows(trx: Trx, id: string, keys: readonly string[]): Promise<void> {
  await sql`update move_in_badges b set rows = rows + k.n
    from (select key, count(*)::int as n from unnest(${[...keys]}::text[]) u(key) group by key) k
    where b.move_in_id = ${id} and b.key = k.key`.execute(trx);
}

/** Marks the badges that a dry run would use, and those that it would create. */
export async function recordDryRunBadges(
  trx: Trx,
  id: string,
  known: ReadonlyMap<string, string>,
  created: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const list = [...known].map(([key, badgeId]) => ({ key, badgeId }));
  await sql`update move_in_badges b set badge_id = k."badgeId"
    from jsonb_to_recordset(${JSON.stringify(list)}) as k(key text, "badgeId" uuid)
    where b.move_in_id = ${id} and b.key = k.key`.execute(trx);
  await sql`update move_in_badges b set is_new = true, criteria_hash = c.hash
    from unnest(${[...created.keys()]}::text[], ${[...created.values()]}::bytea[]) as c(key, hash)
    where b.move_in_id = ${id} and b.key = c.key`.execute(trx);
}

/** Badges that a dry run would have created so far. */
export async function listPlannedBadges(trx: Trx, id: string): Promise<PlannedBadge[]> {
  const { rows } = await sql<PlannedBadge>`
    select name, coalesce(criteria_hash, '') as "criteriaHash" from move_in_badges
    where move_in_id = ${id} and criteria_hash is not null`.execute(trx);
  return rows;
}

/** Adds one badge of each of these signers. */
export async function addSigners(
  trx: Trx,
  id: string,
  signers: readonly BadgeSigner[],
): Promise<void> {
  await sql`insert into move_in_signers (move_in_id, signer, host, badges)
    select ${id}, signer, min(host), count(*) from jsonb_to_recordset(${JSON.stringify(signers)}) as s(signer text, host text)
    group by signer on conflict (move_in_id, signer) do update set badges = move_in_signers.badges + excluded.badges`.execute(
    trx,
  );
}

/** Signers with the numbers of their badges, those with most first. */
export async function listSigners(
  db: Database,
  id: string,
  limit: number,
): Promise<(BadgeSigner & { badges: number })[]> {
  const { rows } = await sql<BadgeSigner & { badges: number }>`
    select signer, host, badges from move_in_signers where move_in_id = ${id} order by badges desc, signer limit ${limit}`.execute(
    db,
  );
  return rows;
}

type CheckedRow = { identity: Buffer; recipient: Buffer };

/** Compares rows with those that a dry run has counted. `recipient` is a hash of identity and address. */
export async function findChecked(
  trx: Trx,
  id: string,
  moved: readonly CheckedRow[],
): Promise<KnownIdentity[]> {
  const { rows } = await sql<{ known: KnownIdentity }>`${customPlan}
    select case
      when not exists (select from move_in_checks c where c.move_in_id = ${id} and c.identity = w.identity) then 'new'
      when exists (select from move_in_checks c where c.move_in_id = ${id} and c.identity = w.recipient) then 'same'
      else 'other' end as known
    from unnest(${moved.map(({ identity }) => identity)}::bytea[], ${moved.map(({ recipient }) => recipient)}::bytea[])
      with ordinality w(identity, recipient, at)
    order by w.at`.execute(trx);
  return rows.map(({ known }) => known);
}

/** Remembers rows that a dry run counts. */
export async function addChecked(
  trx: Trx,
  id: string,
  moved: readonly CheckedRow[],
): Promise<void> {
  const hashes = moved.flatMap(({ identity, recipient }) => [identity, recipient]);
  await sql`insert into move_in_checks (move_in_id, identity)
    select ${id}, i.identity from unnest(${hashes}::bytea[]) i(identity) on conflict do nothing`.execute(
    trx,
  );
}

type ComparedRow = IdentifiedRow & {
  badge: MovedBadge;
  /** Null if its badge doesn't exist. */
  existingBadge: string | null;
  formerIdentity: Buffer;
  details: { supersedes?: { issuedOn: string | null } | null | undefined } | null;
};

const replacedKey = selectAddressKey(sql`r.email`, sql`r.address`);

/** Folding may hide a correction from the replaced addresses. */
const hadAddress = sql`(${recipientKey} = w.address
  or exists (select from replaced_addresses r where r.credential_id = c.id and ${replacedKey} = w.address)
  or exists (select from credential_editions e
    where e.credential_id = c.id and lower((e.previous->>'recipient.email') collate "C") = w.address))`;

/** Whether `first` is the key of a badge, perhaps as an earlier release wrote it: without the hash of the criteria. */
const isKey = (first: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${first} in (${key}, left(${key}, -65))`;

/**
 * Whether a row names the badge of credential `c`, which `m` moved in: as the first file did, or by a name
 * that is new since. That one isn't new if the first file has it, if this file also has the first name, or if
 * the badge existed here before. On another day, it is another badge: the column may name a person.
 */
const hadBadge = (id: string): RawBuilder<unknown> => sql`(c.badge_id = w.badge_id or coalesce(
  (select coalesce(first.badge_id = c.badge_id, false) from move_in_badges first
    where first.move_in_id = m.move_in_id and ${isKey(sql`first.key`, sql`w.key`)} order by length(first.key) desc limit 1),
  c.details #>> '{supersedes,issuedOn}' = w.day
  and (w.badge_id is null or exists (select from move_in_badges later join move_ins next on next.id = later.move_in_id
    where later.badge_id = w.badge_id and later.is_new
      and next.position > (select position from move_ins where id = m.move_in_id)))
  and not exists (select from move_in_badges own
    join move_in_badges first on first.move_in_id = m.move_in_id and ${isKey(sql`first.key`, sql`own.key`)} and first.badge_id = c.badge_id
    where own.move_in_id = ${id})))`;

/**
 * Compares rows with the issuer's credentials. A former identity may be that of another badge. A corrected
 * credential may have had its row's address before. The other service or a person here may have renamed or
 * deleted the badge since.
 */
export async function findMoved(
  trx: Trx,
  { id, issuerId }: Pick<Migration, 'id' | 'issuerId'>,
  moved: readonly ComparedRow[],
): Promise<KnownIdentity[]> {
  const { rows } = await sql<{ known: KnownIdentity }>`${customPlan}
    select case
      when exists (select from moved_credentials m join credentials c on c.id = m.credential_id
        where m.issuer_id = ${issuerId} and m.identity in (w.identity, w.former)
          and (m.identity = w.identity or c.details #>> '{supersedes,issuedOn}' = w.day)
          and ${hadAddress} and ${hadBadge(id)}) then 'same'
      when exists (select from moved_credentials where issuer_id = ${issuerId} and identity = w.identity) then 'other'
      else 'new' end as known
    from unnest(${moved.map(({ identity }) => identity)}::bytea[],
      ${moved.map(({ formerIdentity }) => formerIdentity)}::bytea[],
      ${moved.map(({ address }) => address)}::text[], ${moved.map(({ existingBadge }) => existingBadge)}::uuid[],
      ${moved.map(({ badge }) => badge.key)}::text[], ${moved.map(({ details }) => details?.supersedes?.issuedOn ?? null)}::text[])
      with ordinality w(identity, former, address, badge_id, key, day, at)
    order by w.at`.execute(trx);
  return rows.map(({ known }) => known);
}

export async function insertMoved(
  trx: Trx,
  { id, issuerId }: Pick<Migration, 'id' | 'issuerId'>,
  moved: readonly { id: string; identity: Buffer }[],
): Promise<void> {
  await sql`insert into moved_credentials (credential_id, move_in_id, issuer_id, identity)
    select credential, ${id}, ${issuerId}, identity
    from unnest(${moved.map((each) => each.id)}::uuid[], ${moved.map(({ identity }) => identity)}::bytea[]) as m(credential, identity)`.execute(
    trx,
  );
}

export type KeptCredential = { id: string; reason: 'corrected' | 'revoked' };

/** Locks credentials that the migration created and the undo hasn't visited. `reason` says why they stay. */
export async function lockMovedCredentials(
  trx: Trx,
  id: string,
  limit: number,
): Promise<{ id: string; reason: KeptCredential['reason'] | null }[]> {
  const { rows: found } = await sql<{ id: string }>`${customPlan}
    select credential_id as id from moved_credentials where move_in_id = ${id} and kept is null limit ${limit}`.execute(
    trx,
  );
  const ids = found.map((each) => each.id);
  await sql`${customPlan}
    select 1 from credentials where id = any(${ids}::uuid[]) order by id desc for update`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string; reason: KeptCredential['reason'] | null }>`${customPlan}
    select id, case when revoked_at is not null then 'revoked' when corrections > 0 then 'corrected' end as reason
    from credentials where id = any(${ids}::uuid[]) order by id desc`.execute(trx);
  return rows;
}

export async function keepCredentials(trx: Trx, kept: readonly KeptCredential[]): Promise<void> {
  await sql`update moved_credentials m set kept = k.reason
    from jsonb_to_recordset(${JSON.stringify(kept)}) as k(id uuid, reason text) where m.credential_id = k.id`.execute(
    trx,
  );
}

export async function listKept(db: Database, id: string, limit: number): Promise<KeptCredential[]> {
  const { rows } = await sql<KeptCredential>`${customPlan}
    select credential_id as id, coalesce(kept, 'corrected') as reason from moved_credentials
    where move_in_id = ${id} and kept is not null order by credential_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Credentials of a migration, at most the rows of a file. An undo has deleted the others. */
export async function listMovedIds(db: Database, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    select credential_id as id from moved_credentials where move_in_id = ${id} order by credential_id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

type OldCredential = { id: string; url: string | null };

/** Credentials with their URLs at the other service, without those that have none. */
export async function listCredentialUrls(
  db: Database,
  ids: readonly string[],
): Promise<OldCredential[]> {
  const { rows } = await sql<OldCredential>`${customPlan}
    select id, details->'supersedes'->>'id' as url from credentials
    where id = any(${[...ids]}::uuid[]) and details->'supersedes'->>'id' is not null order by id`.execute(
    db,
  );
  return rows;
}

type OldBadge = { key: string; issuerUrl: string | null; badgeId: string };

/** Badges that exist. After an undo, those with credentials that stayed. */
export async function listBadgeUrls(
  db: Database,
  { id, status }: Pick<Migration, 'id' | 'status'>,
): Promise<OldBadge[]> {
  const { rows } = await sql<OldBadge>`${customPlan}
    select m.key, m.issuer_url as "issuerUrl", b.id as "badgeId"
    from move_in_badges m join badges b on b.id = m.badge_id
    where m.move_in_id = ${id} and b.deleted_at is null
      and (${status !== 'undone'} or b.id in (
        select c.badge_id from moved_credentials k join credentials c on c.id = k.credential_id where k.move_in_id = ${id}))
    order by m.key`.execute(db);
  return rows;
}

/**
 * Locks the badges that the migration created, and returns those without credentials that nobody
 * edited.
 */
export async function lockUnusedNewBadges(trx: Trx, id: string): Promise<string[]> {
  await sql`select 1 from badges where id in (
    select badge_id from move_in_badges where move_in_id = ${id} and is_new) order by id for update`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    select b.id from badges b join move_in_badges m on m.badge_id = b.id
    where m.move_in_id = ${id} and m.is_new and b.version = 1 and b.deleted_at is null
      and not exists (select from credentials where badge_id = b.id)
      and not exists (select from imports where badge_id = b.id and status in ('queued', 'running', 'paused'))
      and not exists (select from claims where badge_id = b.id)
      and not exists (select from lti_activities where account_id = b.account_id and badge_id = b.id)`.execute(
    trx,
  );
  return rows.map((each) => each.id);
}
