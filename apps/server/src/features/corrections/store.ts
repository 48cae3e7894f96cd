import type { CredentialDetails } from '@insignia/contract';
import { sql } from 'kysely';
import { customPlan, type Database, newestFirst, type Trx } from '../../platform/db/index.ts';
import { selectBounceReason } from '../../platform/mail/sql.ts';
import { isSuppressed } from '../sharing/sql.ts';

/** Ids of the newest credentials of a folded address. */
export async function listAddressCredentials(
  trx: Trx,
  accountId: string,
  address: string,
  limit: number,
): Promise<string[]> {
  const owner = [
    { column: sql`c.account_id`, value: sql`${accountId}::uuid` },
    { column: sql`c.email_search`, value: sql`${address}` },
  ];
  const { where, order } = newestFirst(owner, 'c.id', undefined);
  const { rows } = await sql<{ id: string }>`${customPlan}
    select c.id from credentials c where ${where} ${order} limit ${limit}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Why the recipient of a credential gets no email; null if nothing prevents it. */
export async function readMailObstacle(
  trx: Trx,
  id: string,
): Promise<'unsubscribed' | 'bounced' | null> {
  const { rows } = await sql<{ obstacle: 'unsubscribed' | 'bounced' | null }>`
    select case when ${isSuppressed('c.account_id', 'c.recipient_email')} then 'unsubscribed'
      when ${selectBounceReason('c.recipient_email')} is not null then 'bounced' end as obstacle
    from credentials c where c.id = ${id}`.execute(trx);
  return rows[0]?.obstacle ?? null;
}

/** The number of the current edition. */
export async function readEditionNumber(trx: Trx, credentialId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0) + 1 as number from credential_editions where credential_id = ${credentialId}`.execute(
    trx,
  );
  return rows[0]?.number ?? 1;
}

export type EarlierEdition = {
  number: number;
  badgeVersion: number;
  issuerVersion: number;
  replacedAt: string;
  /** Null: by the current edition of the badge or issuer. */
  action: 'corrected' | 'renewed' | null;
  reason: string | null;
  previous: Record<string, unknown> | null;
  personId: string | null;
  person: string | null;
  keyId: string | null;
  key: string | null;
};

export type CredentialHistory = {
  name: string;
  email: string;
  issuedOn: Date;
  expires: Date | null;
  details: CredentialDetails | null;
  createdAt: Date;
  badgeVersion: number;
  issuerVersion: number;
  /** Editions that were replaced, newest first; null if there are none. */
  earlier: EarlierEdition[] | null;
};

/**
 * The current values and the earlier editions, with the current names of those who replaced them.
 * One statement, because values and editions must be of the same moment.
 */
export async function findHistory(
  db: Database,
  accountId: string,
  id: string,
  limit: number,
): Promise<CredentialHistory | undefined> {
  const { rows } = await sql<CredentialHistory>`
    select c.recipient_name as name, c.recipient_email as email, c.issued_on as "issuedOn", c.expires, c.details, c.created_at as "createdAt",
      c.badge_version as "badgeVersion", c.issuer_version as "issuerVersion", (
        select json_agg(e order by number desc) from (
          select e.number, e.badge_version as "badgeVersion", e.issuer_version as "issuerVersion", e.replaced_at as "replacedAt", e.action, e.reason,
            e.previous, e.person_id as "personId", u.name as person, e.key_id as "keyId", k.name as key
          from credential_editions e left join auth."user" u on u.id = e.person_id
            left join api_keys k on k.id = e.key_id and k.account_id = c.account_id
          where e.credential_id = c.id order by e.number desc limit ${limit}) e) as earlier
    from credentials c where c.id = ${id} and c.account_id = ${accountId}`.execute(db);
  return rows[0];
}
