import {
  type AttributeDefinition,
  type CredentialDetails,
  type EditionField,
  fold,
} from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Trx } from '../../platform/db/index.ts';
import { newestMailFirst } from '../../platform/mail/sql.ts';
import {
  edition,
  hasNewContent,
  joinBadgeEdition,
  joinBadgeUpgrade,
  joinEdition,
} from '../editions/sql.ts';
import type { EventCause } from '../events/sql.ts';
import { eraseFromEditions, type ReplacedEdition } from './rules.ts';
import { hasEarlierEdition } from './sql.ts';

/** The part of a credential that a correction can change. */
export type CorrectableValues = {
  name: string;
  email: string;
  issuedOn: Date;
  expires: Date | null;
  details: CredentialDetails | null;
};

/** Values as replies show them. */
export type FieldChange = { field: EditionField; before: unknown; after: unknown };

/** `changes` is empty if nothing is different. */
export type Correction = { after: CorrectableValues; changes: FieldChange[] };

export type CorrectableCredential = CorrectableValues & {
  id: string;
  badgeId: string;
  /** The folded address, by which credentials belong to a recipient. */
  emailSearch: string;
  revokedAt: Date | null;
  corrections: number;
  badgeName: string;
  /** Custom fields of the badge in the credential's edition. */
  defined: AttributeDefinition[] | null;
};

/**
 * Locks credentials of the account until the transaction ends, in the order of bulk jobs. Reads them
 * with a second statement, so that it sees what others committed before the lock.
 */
export async function lockToCorrect(
  trx: Trx,
  accountId: string,
  ids: string[],
): Promise<CorrectableCredential[]> {
  await sql`${customPlan}
    select 1 from credentials c where c.account_id = ${accountId} and c.id = any(${ids}::uuid[])
    order by c.id desc for update`.execute(trx);
  return readToCorrect(trx, accountId, ids);
}

/** Reads credentials of the account without locking them, for a dry run. */
export async function readToCorrect(
  trx: Trx,
  accountId: string,
  ids: string[],
): Promise<CorrectableCredential[]> {
  const { rows } = await sql<CorrectableCredential>`${customPlan}
    select c.id, c.badge_id as "badgeId", c.recipient_name as name, c.recipient_email as email, c.email_search as "emailSearch", c.issued_on as "issuedOn", c.expires, c.details,
      c.revoked_at as "revokedAt", c.corrections, ${edition.badgeName} as "badgeName", ${edition.details}->'attributes' as defined
    from credentials c ${joinBadgeEdition}
    where c.account_id = ${accountId} and c.id = any(${ids}::uuid[]) order by c.id desc`.execute(
    trx,
  );
  return rows;
}

export type CorrectionCause = {
  by: EventCause;
  now: Date;
  action: 'corrected' | 'renewed';
  reason: string | null;
};

/**
 * Email state of a credential that moves to another address: by the last email to that address, or by
 * the history once that email is no longer kept.
 */
const movedEmailState = sql`coalesce((
  select case when m.state = 'bounced' then 2 when m.state = 'failed' or m.handed_to = 'file' then 0 else 1 end
  from mails m where m.credential_id = c.id and m.kind = 'credential'
    and lower(m.recipient collate "C") = lower(n.email collate "C") ${newestMailFirst} limit 1), (
  select 1 from events e where e.credential_id = c.id and e.type = 'credential.delivered' and e.created_at < now() - interval '90 days'
    and e.data->'forwarded' is null and lower(e.data #>> '{recipient,email}' collate "C") = lower(n.email collate "C") limit 1), 0)`;

/** Replaces the values of locked credentials, and keeps the earlier ones in their history. */
export async function storeCorrections(
  trx: Trx,
  corrections: ({ id: string } & Correction)[],
  { by, now, action, reason }: CorrectionCause,
): Promise<void> {
  const each = <T>(read: (after: CorrectableValues) => T) =>
    corrections.map(({ after }) => read(after));
  const previous = corrections.map(({ changes }) =>
    JSON.stringify(Object.fromEntries(changes.map(({ field, before }) => [field, before]))),
  );
  await sql`${customPlan}
    with n as materialized (
        select n.*, ${edition.badgeVersion} as badge_version from unnest(${corrections.map(({ id }) => id)}::uuid[], ${each(({ name }) => name)}::text[], ${each(({ email }) => email)}::text[],
          ${each(({ name }) => fold(name))}::text[], ${each(({ email }) => fold(email))}::text[],
          ${each(({ issuedOn }) => issuedOn)}::timestamptz[], ${each(({ expires }) => expires)}::timestamptz[],
          ${each(({ details }) => details && JSON.stringify(details))}::jsonb[], ${previous}::json[])
          as n(id, name, email, name_search, email_search, issued_on, expires, details, previous)
          join credentials c on c.id = n.id ${joinBadgeUpgrade}),
      kept as (
        insert into credential_editions (credential_id, number, badge_version, issuer_version, replaced_at, person_id, key_id, action, reason, previous)
        select c.id, coalesce((select max(number) from credential_editions where credential_id = c.id), 0) + 1, n.badge_version, c.issuer_version,
          ${now}, ${by?.personId ?? null}, ${by?.keyId ?? null}, ${action}, ${reason}, n.previous
        from n join credentials c on c.id = n.id),
      replaced as (
        insert into replaced_addresses (account_id, address, credential_id, email)
        select c.account_id, c.email_search, c.id, c.recipient_email
        from n join credentials c on c.id = n.id where c.email_search <> n.email_search on conflict do nothing)
    update credentials c set recipient_name = n.name, recipient_email = n.email, name_search = n.name_search, email_search = n.email_search,
      badge_version = n.badge_version, issued_on = n.issued_on, expires = n.expires, details = n.details, corrections = c.corrections + 1,
      corrected_at = case when ${action} = 'corrected' then ${now}::timestamptz else c.corrected_at end,
      lapsed_at = case when c.expires is distinct from n.expires then null else c.lapsed_at end,
      email_state = case when lower(c.recipient_email collate "C") = lower(n.email collate "C") then c.email_state else ${movedEmailState} end
    from n where c.id = n.id`.execute(trx);
}

/** The version of the badge or of the issuer that credentials get. */
export type NewEdition = { badgeVersion: number } | { issuerVersion: number };

const setVersions = (next: NewEdition): RawBuilder<unknown> =>
  'badgeVersion' in next
    ? sql`badge_version = ${next.badgeVersion}`
    : sql`badge_version = e.badge_version, issuer_version = ${next.issuerVersion}`;

/** Keeps the previous edition in the credentials' history. Returns the ids that changed. */
export async function setEdition(
  trx: Trx,
  next: NewEdition,
  { by, now }: { by: EventCause; now: Date },
  ids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    with earlier as materialized (
        select c.id, ${edition.badgeVersion} as badge_version, c.issuer_version from credentials c ${joinBadgeUpgrade}
        where c.id = any(${ids}::uuid[]) and ${hasEarlierEdition(next)}),
      kept as (
        insert into credential_editions (credential_id, number, badge_version, issuer_version, replaced_at, person_id, key_id)
        select e.id, coalesce((select max(number) from credential_editions where credential_id = e.id), 0) + 1,
          e.badge_version, e.issuer_version, ${now}, ${by?.personId ?? null}, ${by?.keyId ?? null}
        from earlier e)
    update credentials c set ${setVersions(next)} from earlier e where c.id = e.id returning c.id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids of credentials whose new edition states something else than the signed copies. */
export async function filterChangedContent(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    select c.id from credentials c ${joinEdition} where c.id = any(${[...ids]}::uuid[]) and ${hasNewContent}`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks credentials that a correction moved away from this folded address. Also returns the address
 * in the forms in which it was written.
 */
export async function lockMovedFrom(
  trx: Trx,
  accountId: string,
  address: string,
  limit: number,
): Promise<{ ids: string[]; emails: string[] }> {
  const { rows } = await sql<{ id: string; email: string }>`${customPlan}
    select c.id, r.email from replaced_addresses r join credentials c on c.id = r.credential_id
    where r.account_id = ${accountId} and r.address = ${address} and c.email_search <> r.address
    order by c.id desc limit ${limit} for update of c`.execute(trx);
  return { ids: rows.map(({ id }) => id), emails: [...new Set(rows.map(({ email }) => email))] };
}

/**
 * Removes a folded address, and the names it had, from the history of locked credentials. Returns
 * these names by the credential's id.
 */
export async function eraseFromHistory(
  trx: Trx,
  ids: string[],
  address: string,
): Promise<Map<string, string[]>> {
  const names = new Map(ids.map((id): [string, string[]] => [id, []]));
  if (ids.length === 0) return names;
  const { rows } = await sql<ReplacedEdition & { id: string; current: string }>`${customPlan}
    select e.credential_id as id, c.email_search as current, e.number, e.previous, e.reason
    from credential_editions e join credentials c on c.id = e.credential_id
    where e.credential_id = any(${ids}::uuid[]) order by e.credential_id, e.number desc`.execute(
    trx,
  );
  const changed = Object.values(Object.groupBy(rows, ({ id }) => id)).flatMap((editions = []) =>
    eraseFromEditions(editions, editions[0]?.current ?? '', address),
  );
  await sql`${customPlan}
    update credential_editions e set previous = n.previous, reason = n.reason
    from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map((each) => each.number)}::int[],
      ${changed.map(({ previous }) => previous && JSON.stringify(previous))}::json[], ${changed.map(({ reason }) => reason)}::text[])
      as n(id, number, previous, reason)
    where e.credential_id = n.id and e.number = n.number`.execute(trx);
  await sql`delete from replaced_addresses r where r.credential_id = any(${ids}::uuid[]) and r.address = ${address}`.execute(
    trx,
  );
  const left = new Map(changed.map((each) => [`${each.id} ${each.number}`, each]));
  for (const { id, number, previous } of rows) {
    const name = previous?.['recipient.name'];
    const erased = left.get(`${id} ${number}`);
    if (typeof name === 'string' && erased && erased.previous?.['recipient.name'] !== name)
      names.get(id)?.push(name);
  }
  return names;
}
