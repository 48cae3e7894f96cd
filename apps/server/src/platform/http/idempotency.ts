import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import { type Database, deleteBatch, sqlState, type Trx } from '../db/index.ts';
import type { Chore } from '../jobs/index.ts';

export type IdempotencyKey = { key: string; fingerprint: Buffer };

export type IdempotentReply<T> = { answer: T; replayed: boolean };

/**
 * Does the work and stores its answer under the key, in one transaction. A request with the same
 * key waits while the work runs, then gets the stored answer, or does the work itself if the first
 * request failed. Without a key, only runs the transaction.
 */
export async function runIdempotent<T extends object>(
  db: Database,
  accountId: string,
  once: IdempotencyKey | undefined,
  now: Date,
  work: (trx: Trx) => Promise<T>,
): Promise<IdempotentReply<T>> {
  try {
    return await db.write(async (trx) => {
      const stored = once && (await claimKey<T>(trx, accountId, once, now));
      if (stored) return { answer: stored, replayed: true };
      const answer = await work(trx);
      if (once) await storeReply(trx, accountId, once, answer);
      return { answer, replayed: false };
    });
  } catch (error) {
    if (sqlState(error) === 'IN409') throw new Problem('idempotency_key_reused');
    if (once && sqlState(error) === '55P03')
      throw new Problem('request_in_progress', { retryAfterSeconds: 1 });
    throw error;
  }
}

/**
 * Reply that is stored under the key, before expensive work or checks that its own effect may
 * change. Doesn't claim the key.
 */
export async function findReply<T extends object>(
  db: Database,
  accountId: string,
  once: IdempotencyKey | undefined,
  now: Date,
): Promise<IdempotentReply<T> | undefined> {
  if (!once) return undefined;
  const since = new Date(now.getTime() - idempotencyKeyLifetimeMs);
  const { rows } = await sql<{ fingerprint: Buffer; reply: T }>`
    select fingerprint, reply from idempotency_keys
    where account_id = ${accountId} and created_at > ${since} and reply <> 'null'
      and key = hash_idempotency_key(p_account => ${accountId}, p_key => ${once.key})`.execute(db);
  const [stored] = rows;
  if (!stored) return undefined;
  if (!stored.fingerprint.equals(once.fingerprint)) throw new Problem('idempotency_key_reused');
  return { answer: stored.reply, replayed: true };
}

/** Represents an uploaded picture in a fingerprint. Canonical JSON of 7 MB would take long. */
export const hashUpload = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : createHash('sha256').update(text).digest('hex');

/**
 * How long a key stays taken; `claim_idempotency_key` uses the same time. The key is deleted a
 * little later.
 */
export const idempotencyKeyLifetimeMs = 24 * 3_600_000;
const keyRetentionMs = 25 * 3_600_000;

/** Stored answer, or undefined if this request now owns the key. */
async function claimKey<T>(
  trx: Trx,
  accountId: string,
  { key, fingerprint }: IdempotencyKey,
  now: Date,
): Promise<T | undefined> {
  const { rows } = await sql<{ kept: T | null }>`
    select claim_idempotency_key(p_account => ${accountId}, p_key => ${key}, p_fingerprint => ${fingerprint}, p_reply => 'null', p_now => ${now}) as kept`.execute(
    trx,
  );
  return rows[0]?.kept ?? undefined;
}

async function storeReply(
  trx: Trx,
  accountId: string,
  { key }: IdempotencyKey,
  answer: object,
): Promise<void> {
  await sql`update idempotency_keys set reply = ${JSON.stringify(answer)}
    where account_id = ${accountId} and key = hash_idempotency_key(p_account => ${accountId}, p_key => ${key})`.execute(
    trx,
  );
}

const MAX_HASHED_VALUES = 5_000;

/**
 * Hashes keys that processes of the previous release stored. Deletes those that are also stored as
 * a hash.
 */
export const unhashedKeysChore: Chore = {
  name: 'unhashed idempotency keys',
  run: async (trx) => {
    const { rows } = await sql<{ found: number }>`
      with raw as materialized (
          select ctid, account_id, key, hash_idempotency_key(p_account => account_id, p_key => key) as hashed from idempotency_keys
          where key not like ' %' order by created_at limit ${MAX_HASHED_VALUES} for update skip locked),
        hashed as (
          update idempotency_keys k set key = raw.hashed from raw
          where k.ctid = raw.ctid and not exists (
            select from idempotency_keys h where h.account_id = raw.account_id and h.key = raw.hashed)
          returning 1),
        dropped as (
          delete from idempotency_keys k using raw
          where k.ctid = raw.ctid and exists (
            select from idempotency_keys h where h.account_id = raw.account_id and h.key = raw.hashed)
          returning 1)
      select count(*)::int as found from raw`.execute(trx);
    return rows[0]?.found === MAX_HASHED_VALUES ? 'again' : undefined;
  },
};

export const idempotencyChore: Chore = {
  name: 'idempotency keys',
  run: (trx) => {
    const where = sql`created_at < now() - ${keyRetentionMs} * interval '1 millisecond'`;
    return deleteBatch(trx, { table: 'idempotency_keys', by: 'created_at', where });
  },
};
