import { type RawBuilder, sql } from 'kysely';

/**
 * Column with the id of the thing an email is about. Named after the first kind; renaming takes two
 * releases (docs/use/versioning.md).
 */
export const aboutColumn = sql.ref('credential_id');

/** Destination of a sent email. Only a mail server can deliver it to a person. */
export type MailDestination = 'file' | 'server';

/** The delivery status as the contract names it. Null if an older release sent the email and didn't record where to. */
export const statusColumn = sql<MailStatus | null>`case
  when state <> 'sent' then state when handed_to = 'file' then 'written' when handed_to = 'server' then 'accepted' end`;
export type MailStatus = 'queued' | 'written' | 'accepted' | 'bounced' | 'failed';

/**
 * By when emails were queued, newest first. Ids have the clocks of the processes that made them, but
 * emails of earlier releases have no position.
 */
export const newestMailFirst = sql`order by coalesce(position, 0) desc, id desc`;

/** Reason not to send unsolicited email to an address column; null if there is none. */
export function selectBounceReason(address: string): RawBuilder<'hard' | 'complaint' | null> {
  // Letters beyond ASCII are stored in lower case. This collation lower-cases the others in every PostgreSQL
  // as this program does.
  return sql`(select b.cause from bounced_addresses b
    where b.address_hash = sha256(convert_to(lower(${sql.ref(address)} collate "C"), 'UTF8')))`;
}

const hashed = (address: RawBuilder<unknown>) =>
  sql`hashtextextended(lower(${address} collate "C"), 0)`;

/** The column of the index `mails_address`, and its value for this address. */
export const byAddress = (address: string) => ({
  column: hashed(sql`recipient`),
  value: hashed(sql`${address}::text`),
});

/** Compares the address too, because another address may have the same hash. */
export const isTo = (address: string): RawBuilder<boolean> =>
  sql`lower(recipient collate "C") = lower(${address}::text collate "C")`;
