import type { ErrorCode } from '@insignia/contract';
import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Trx } from '../../platform/db/index.ts';
import { invalidateOnCommit } from '../../platform/db/invalidation.ts';
import { cacheTag } from '../published/index.ts';
import { findMoveRefusal } from './rules.ts';
import { readMoveObstacles } from './store.ts';

/** An issuer on its way from one account to another. */
export type Move = { issuerId: string; from: string; to: string };

/**
 * Moves a locked issuer with everything about it to another account, or returns why it can't move.
 * One transaction, so that nobody ever sees half of an issuer in each account.
 */
export async function moveIssuer(
  trx: Trx,
  move: Move,
  stopping: AbortSignal,
): Promise<ErrorCode | undefined> {
  const { issuerId, from } = move;
  const badges = await lockBadges(trx, issuerId);
  await lockMoveIns(trx, issuerId);
  const refusal = findMoveRefusal(await readMoveObstacles(trx, issuerId, from));
  if (refusal) return refusal;
  await moveIssuerRows(trx, move);
  for (const badgeId of badges) {
    await moveBadgeRows(trx, move, badgeId);
    let before: string | undefined;
    do {
      if (stopping.aborted) throw new Error('the service is stopping');
      before = await moveCredentialBatch(trx, move, badgeId, before);
    } while (before !== undefined);
    await checkReferences(trx);
  }
  await invalidateOnCommit(trx, cacheTag.account(from), cacheTag.issuer(issuerId));
  return undefined;
}

const BATCH_SIZE = 1_000;

/** Locks the issuer's badges, deleted ones too: issuing, importing and correcting wait. */
async function lockBadges(trx: Trx, issuerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from badges where issuer_id = ${issuerId} order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Locks migrations that could be undone. Unfinished ones block the move. */
async function lockMoveIns(trx: Trx, issuerId: string): Promise<void> {
  await sql`select 1 from move_ins
    where issuer_id = ${issuerId} and status in ('completed', 'failed', 'cancelled') order by id for update`.execute(
    trx,
  );
}

/** From here on, rows of the issuer may differ in their account until `checkReferences`. */
async function moveIssuerRows(trx: Trx, { issuerId, from, to }: Move): Promise<void> {
  await sql`set constraints badges_issuer_id_account_id_fkey, credentials_badge_id_account_id_fkey deferred`.execute(
    trx,
  );
  await sql`update issuers set account_id = ${to} where id = ${issuerId}`.execute(trx);
  await sql`update certificates set account_id = ${to} where issuer_id = ${issuerId}`.execute(trx);
  await sql`update email_templates set account_id = ${to}
    where account_id = ${from} and issuer_id = ${issuerId}`.execute(trx);
  const { rows: erased } = await sql<{ id: string }>`${customPlan}
    select target_id as id from redirects
    where account_id = ${from} and target_id in (select id from erased_credentials where issuer_id = ${issuerId})`.execute(
    trx,
  );
  await moveRedirects(trx, { from, to }, [issuerId, ...erased.map(({ id }) => id)]);
  await sql`with moved as (update move_ins set account_id = ${to} where issuer_id = ${issuerId} returning id)
    update move_in_rows set account_id = ${to} where move_in_id in (select id from moved)`.execute(
    trx,
  );
}

/** Old URLs still lead to what moves, although their domain belongs to the other account. */
async function moveRedirects(
  trx: Trx,
  { from, to }: Omit<Move, 'issuerId'>,
  targets: readonly string[],
): Promise<void> {
  await sql`${customPlan}
    update redirects set account_id = ${to}, proven_by = coalesce(proven_by, account_id) where target_id = any(${[...targets]}::uuid[]) and account_id = ${from}`.execute(
    trx,
  );
}

/** Moves the rows of a badge, except its credentials and those of their history. */
async function moveBadgeRows(
  trx: Trx,
  { from, to }: Omit<Move, 'issuerId'>,
  badgeId: string,
): Promise<void> {
  await moveRedirects(trx, { from, to }, [badgeId]);
  const move = (table: string, where: RawBuilder<unknown>) =>
    sql`${customPlan} update ${sql.table(table)} set account_id = ${to} where ${where}`.execute(
      trx,
    );
  const ofBadge = sql`badge_id = ${badgeId}`;
  const ofClaims = sql`claim_id in (select id from claims where badge_id = ${badgeId})`;
  await move('badges', sql`id = ${badgeId}`);
  await move('email_templates', sql`account_id = ${from} and ${ofBadge}`);
  await move('reminder_settings', ofBadge);
  await move('claims', ofBadge);
  await move('claim_codes', ofClaims);
  await move('claim_requests', ofClaims);
  await move('badge_days', ofBadge);
  await move(
    'import_errors',
    sql`import_id in (select id from imports where account_id = ${from} and badge_id = ${badgeId})`,
  );
  await move('imports', sql`account_id = ${from} and ${ofBadge}`);
}

/**
 * Moves up to 1,000 credentials of a badge, newest first, with everything about them. Returns the id
 * to continue at, or undefined after the last one.
 */
async function moveCredentialBatch(
  trx: Trx,
  { from, to }: Omit<Move, 'issuerId'>,
  badgeId: string,
  before: string | undefined,
): Promise<string | undefined> {
  const rest = before === undefined ? sql`` : sql`and id < ${before}`;
  const { rows } = await sql<{ id: string }>`${customPlan}
    select id from credentials where badge_id = ${badgeId} ${rest}
    order by id desc limit ${BATCH_SIZE} for update`.execute(trx);
  if (rows.length === 0) return undefined;
  const ids = rows.map(({ id }) => id);
  const isAbout = sql`credential_id = any(${ids}::uuid[])`;
  // Before the credentials change: people who unsubscribed stay unsubscribed.
  await sql`${customPlan}
    insert into suppressed_addresses (account_id, address_hash, suppressed_at)
    select ${to}, s.address_hash, s.suppressed_at
    from credentials c join suppressed_addresses s on s.account_id = ${from}
      and s.address_hash = sha256(convert_to(lower(c.recipient_email collate "C"), 'UTF8'))
    where c.id = any(${ids}::uuid[])
    on conflict do nothing`.execute(trx);
  await sql`${customPlan}
    update credentials set account_id = ${to} where id = any(${ids}::uuid[])`.execute(trx);
  for (const table of ['events', 'recipient_requests', 'replaced_addresses'])
    await sql`${customPlan}
      update ${sql.table(table)} set account_id = ${to} where ${isAbout} and account_id = ${from}`.execute(
      trx,
    );
  await moveRedirects(trx, { from, to }, ids);
  // Deleting an account deletes its jobs, so queued emails need the new account too.
  await sql`${customPlan}
    with moved as (
      update mails set account_id = ${to} where ${isAbout} and account_id = ${from} returning id, state)
    update jobs set account_id = ${to} where id in (select id from moved where state = 'queued')`.execute(
    trx,
  );
  return rows.length < BATCH_SIZE ? undefined : ids.at(-1);
}

/** Checks that every row moved. By badge, so that no check takes longer than a statement may. */
async function checkReferences(trx: Trx): Promise<void> {
  await sql`set constraints credentials_badge_id_account_id_fkey immediate`.execute(trx);
  await sql`set constraints credentials_badge_id_account_id_fkey deferred`.execute(trx);
}
