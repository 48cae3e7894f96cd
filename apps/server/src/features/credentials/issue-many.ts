import type { Plan } from '@insignia/contract';
import { periodStart } from '../../kernel/calendar.ts';
import { newId, newIdOf, type RoutedId } from '../../kernel/id.ts';
import { causesWork, countWith, type Trx } from '../../platform/db/index.ts';
import { issuedIn, limitsOf } from '../accounts/index.ts';
import { type Cause, eventsWork } from '../events/index.ts';
import { type CredentialInput, columnsOf } from './columns.ts';
import { badgeHolders, usageLocked } from './issue-many-store.ts';
import { issueCredentials } from './issue-store.ts';
import { issuedTotal } from './names.ts';
import { fold } from './rules.ts';

export type Issued<T> = T & { id: RoutedId };

type Order = {
  accountId: string;
  badgeId: string;
  by: NonNullable<Cause>;
  skipsDuplicates: boolean;
  now: Date;
};

/** Remaining quota of the period, locked until the transaction ends. */
export async function quotaLeft(trx: Trx, accountId: string, now: Date) {
  const usage = await usageLocked(trx, accountId);
  const period = periodStart(usage.accountCreatedAt, now);
  const limit = limitsOf(usage.plan as Plan).credentials;
  return { period, limit, left: Math.max(0, limit - issuedIn(period, usage)) };
}

/** Folded addresses that already have the badge or appear earlier in the list. */
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
 * Issues as many as the quota allows in one statement and returns the rest as `over`. The caller
 * has validated the fields and locked the badge.
 */
export async function issueMany<T extends CredentialInput>(
  trx: Trx,
  order: Order,
  inputs: T[],
): Promise<{ issued: Issued<T>[]; skipped: T[]; over: T[] }> {
  const { accountId, badgeId, by, now } = order;
  const { period, limit, left } = await quotaLeft(trx, accountId, now);
  const emails = inputs.map(({ email }) => email);
  const isDuplicate = order.skipsDuplicates
    ? await duplicatesAmong(trx, order, emails)
    : () => false;
  const skipped: T[] = [];
  const wanted: T[] = [];
  for (const input of inputs) (isDuplicate(input.email) ? skipped : wanted).push(input);
  const issued = wanted.slice(0, left).map((input) => ({ ...input, id: newIdOf(accountId) }));
  const rows = issued.map((input) => ({ ...columnsOf(input), id: input.id, eventId: newId() }));
  if (rows.length > 0) {
    const { personId, keyId = null } = by;
    const whose = { accountId, badgeId, personId, keyId };
    await issueCredentials(trx, { ...whose, now, period, limit, rows });
    causesWork(trx, eventsWork);
    countWith(trx, issuedTotal, { way: 'import' }, rows.length);
  }
  return { issued, skipped, over: wanted.slice(left) };
}
