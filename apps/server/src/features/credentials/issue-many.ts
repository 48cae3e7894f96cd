import type { Plan } from '@insignia/contract';
import { periodStart } from '../../kernel/calendar.ts';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { limitsOf } from '../accounts/index.ts';
import { badgeHolders, insertMany, usageLocked } from './many-store.ts';
import { fold } from './rules.ts';

/** One credential to issue; times in epoch milliseconds, texts as they were given. */
export type Wished = {
  name: string;
  email: string;
  dates: { issuedOn: number; expires: number | undefined };
  given: { issuedOn: string; expires: string | null };
};
export type Issued<T> = T & { id: string };

type Order = { accountId: string; badgeId: string; skipsDuplicates: boolean; now: Date };

/** How many credentials the account may still issue in this period; it keeps that until the transaction ends. */
export async function quotaLeft(trx: Trx, accountId: string, now: Date) {
  const usage = await usageLocked(trx, accountId);
  const period = periodStart(usage.accountCreatedAt, now);
  const used = usage.periodStart < period ? 0 : usage.credentials;
  return { period, left: Math.max(0, limitsOf(usage.plan as Plan).credentials - used) };
}

/** Those whose e-mail has the badge already, or came earlier in the list: by their folded address. */
export async function duplicatesAmong(
  trx: Trx,
  { accountId, badgeId }: Pick<Order, 'accountId' | 'badgeId'>,
  emails: string[],
  seen: Set<string> = new Set(),
): Promise<(email: string) => boolean> {
  const held = await badgeHolders(trx, accountId, badgeId, emails.map(fold));
  return (email) => {
    const folded = fold(email);
    if (held.has(folded) || seen.has(folded)) return true;
    seen.add(folded);
    return false;
  };
}

/**
 * Issues as many as the quota has room for, in one statement; the rest comes back as `over`. The caller has looked at
 * the fields and at the badge.
 */
export async function issueMany<T extends Wished>(
  trx: Trx,
  order: Order,
  wishes: T[],
): Promise<{ issued: Issued<T>[]; skipped: T[]; over: T[] }> {
  const { accountId, badgeId, now } = order;
  const { period, left } = await quotaLeft(trx, accountId, now);
  const emails = wishes.map(({ email }) => email);
  const isDuplicate = order.skipsDuplicates
    ? await duplicatesAmong(trx, order, emails)
    : () => false;
  const skipped: T[] = [];
  const wanted: T[] = [];
  for (const wish of wishes) (isDuplicate(wish.email) ? skipped : wanted).push(wish);
  const issued = wanted.slice(0, left).map((wish) => ({ ...wish, id: newId() }));
  const rows = issued.map(({ id, name, email, dates, given }) => ({
    id,
    eventId: newId(),
    name,
    email,
    nameSearch: fold(name),
    emailSearch: fold(email),
    issuedOn: new Date(dates.issuedOn),
    expires: dates.expires === undefined ? null : new Date(dates.expires),
    given,
  }));
  if (rows.length > 0) await insertMany(trx, { accountId, badgeId, now, period, rows });
  return { issued, skipped, over: wanted.slice(left) };
}
