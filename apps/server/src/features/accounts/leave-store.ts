import { type RawBuilder, sql } from 'kysely';
import { deleteBatch, newestFirst, type Trx } from '../../platform/db/index.ts';
import { byAddress, isTo } from '../../platform/mail/sql.ts';
import { isDisabledUser } from '../people/sql.ts';

/** Hides the account. Returns false if it was hidden already. */
export async function markAccountLeaving(trx: Trx, accountId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into leaving_accounts values (${accountId}, ${now}) on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** Blocks the user, their sessions, the members and all keys. Returns the user's addresses. */
export async function deleteAccountAccess(
  trx: Trx,
  accountId: string,
  personId: string,
): Promise<string[]> {
  // Locks the user first, as every change to memberships does.
  const { rows: primary } = await sql<{ email: string }>`
    select email from auth."user" where id = ${personId} for update`.execute(trx);
  const { rows: others } = await sql<{ email: string }>`
    select email from user_addresses where person_id = ${personId} and confirmed_at is not null`.execute(
    trx,
  );
  await sql`delete from members where account_id = ${accountId}`.execute(trx);
  await sql`update members set person_id = null where person_id = ${personId} and status = 'deprovisioned'`.execute(
    trx,
  );
  await sql`delete from auth."verification" where value = ${personId}`.execute(trx);
  // A user whom the operator disabled stays, or signing up again would lift the block.
  await sql`delete from auth."user" u where u.id = ${personId} and not ${isDisabledUser('u')}`.execute(
    trx,
  );
  await sql`update accounts set name = '' where id = ${accountId}`.execute(trx);
  return [...primary, ...others].map(({ email }) => email);
}

export async function disableAccountWebhooks(
  trx: Trx,
  accountId: string,
  now: Date,
): Promise<void> {
  await sql`update webhooks set deleted_at = ${now}, active = false, secret = '', previous_secret = null
    where account_id = ${accountId}`.execute(trx);
}

/**
 * Locks up to `limit` credentials for erasure. Locks endpoints first, as recording attempts does,
 * then credentials newest first, as bulk jobs do.
 */
export async function lockCredentialBatch(
  trx: Trx,
  accountId: string,
  limit: number,
): Promise<string[]> {
  await sql`select 1 from webhooks where account_id = ${accountId} order by id for no key update`.execute(
    trx,
  );
  const { where, order } = newestFirst({ account_id: accountId }, 'id', undefined);
  const { rows } = await sql<{ id: string }>`
    select id from credentials where ${where} ${order} limit ${limit} for update`.execute(trx);
  return rows.map(({ id }) => id);
}

type RemainingTable = { table: string; by: string; where: RawBuilder<unknown>; limit?: number };

/** Remaining tables, ordered by their references. */
const remainingTables = (accountId: string): RemainingTable[] => {
  // A range for the reason given in `newestFirst`.
  const own = sql`account_id between ${accountId} and ${accountId}`;
  const selectOwnIds = (table: string) =>
    sql`(select id from ${sql.table(table)} where account_id = ${accountId})`;
  return [
    {
      table: 'deliveries',
      by: 'webhook_id',
      where: sql`webhook_id in ${selectOwnIds('webhooks')}`,
    },
    { table: 'webhooks', by: 'account_id', where: own },
    { table: 'events', by: 'account_id', where: own },
    { table: 'mails', by: 'account_id', where: own },
    { table: 'suppressed_addresses', by: 'account_id', where: own },
    { table: 'import_errors', by: 'account_id', where: own },
    {
      table: 'import_chunks',
      by: 'import_id',
      where: sql`import_id in ${selectOwnIds('imports')}`,
    },
    { table: 'imports', by: 'account_id', where: own },
    { table: 'bulk_jobs', by: 'account_id', where: own },
    { table: 'badge_days', by: 'account_id', where: own },
    { table: 'idempotency_keys', by: 'account_id', where: own },
    { table: 'claim_codes', by: 'account_id', where: own },
    { table: 'claim_requests', by: 'account_id', where: own },
    { table: 'claims', by: 'account_id', where: own },
    { table: 'recipient_requests', by: 'account_id', where: own },
    { table: 'redirects', by: 'account_id', where: own },
    { table: 'move_in_rows', by: 'account_id', where: own },
    { table: 'move_ins', by: 'account_id', where: own },
    // Each may have a design of 2 MiB.
    { table: 'badges', by: 'account_id', where: own, limit: 200 },
    { table: 'issuers', by: 'account_id', where: own },
    {
      table: 'sso_identities',
      by: 'connection_id',
      where: sql`connection_id in ${selectOwnIds('sso_connections')}`,
    },
    { table: 'sso_connections', by: 'account_id', where: own },
    { table: 'sso_domains', by: 'account_id', where: own },
    {
      table: 'lti_learners',
      by: 'link_id',
      where: sql`link_id in ${selectOwnIds('lti_links')}`,
    },
    { table: 'lti_links', by: 'account_id', where: own },
    { table: 'lti_activities', by: 'account_id', where: own },
    { table: 'lti_users', by: 'account_id', where: own },
    { table: 'lti_platforms', by: 'account_id', where: own },
    { table: 'lti_registrations', by: 'account_id', where: own },
    { table: 'lti_keys', by: 'account_id', where: own },
    { table: 'audit_log', by: 'account_id', where: own },
  ];
};

/** Deletes rows of the first table that has some. Returns false if none has. */
export async function deleteRemainingBatch(trx: Trx, accountId: string): Promise<boolean> {
  for (const each of remainingTables(accountId))
    if ((await deleteBatch(trx, each)) === 'again') return true;
  return false;
}

async function hasRows(trx: Trx, { table, by, where }: RemainingTable): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where ${where} order by ${sql.ref(by)} limit 1`.execute(trx);
  return rows.length > 0;
}

/** True if locked rows were skipped. Requests admitted earlier may still write. */
export async function hasRemainingRows(trx: Trx, accountId: string): Promise<boolean> {
  if ((await lockCredentialBatch(trx, accountId, 1)).length > 0) return true;
  for (const each of remainingTables(accountId)) if (await hasRows(trx, each)) return true;
  return false;
}

/**
 * Deletes emails to the user rather than for an account, such as password resets. Keeps them if
 * somebody has signed up with the address or confirmed it since: they belong to the new user.
 */
export async function deleteMailsToUser(
  trx: Trx,
  /** `address` is folded. */
  { email, address }: { email: string; address: string },
): Promise<void> {
  const { column, value } = byAddress(email);
  await sql`delete from mails where ${column} = ${value} and account_id is null and ${isTo(email)}
      and not exists (select 1 from auth."user" where email = lower(${email}))
      and not exists (select 1 from user_addresses where address = ${address} and confirmed_at is not null)
      and not exists (select 1 from sign_ups where email = lower(${email}))`.execute(trx);
}

export async function deleteAccountRow(trx: Trx, accountId: string, jobId: string): Promise<void> {
  await sql`delete from jobs where account_id = ${accountId} and id <> ${jobId}`.execute(trx);
  await sql`delete from accounts where id = ${accountId}`.execute(trx);
  await sql`delete from leaving_accounts where id = ${accountId}`.execute(trx);
}
