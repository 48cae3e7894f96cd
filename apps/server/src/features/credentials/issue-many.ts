import { fold, type Plan, plans } from '@insignia/contract';
import { toAddressKey } from '../../kernel/address-key.ts';
import { newId, newRoutedId, type RoutedId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { countIssuedInPeriod, periodStart } from '../accounts/index.ts';
import { type EventCause, eventsWork } from '../events/index.ts';
import { type CredentialInput, issuedTotal, toCredentialColumns } from './issue.ts';
import { findBadgeRecipients, issueCredentials, lockQuotaUsage } from './issue-store.ts';

export type IssuedInput<T> = T & { id: RoutedId };

type IssueOrder = {
  accountId: string;
  badgeId: string;
  by: NonNullable<EventCause>;
  /** `own` skips only the same address: a recipient sees the credential instead of theirs. */
  skipsDuplicates: boolean | 'own';
  now: Date;
  /** Label of the metric. */
  way?: 'import' | 'claim' | 'course';
};

/** Remaining quota of the period, locked until the transaction ends. */
export async function lockRemainingQuota(trx: Trx, accountId: string, now: Date) {
  const usage = await lockQuotaUsage(trx, accountId);
  const period = periodStart(usage.accountCreatedAt, now);
  const limit = plans[usage.plan as Plan].credentials;
  return { period, limit, left: Math.max(0, limit - countIssuedInPeriod(period, usage)) };
}

/** True for addresses that already have the badge or appear earlier in the list. */
export async function createDuplicateCheck(
  trx: Trx,
  { accountId, badgeId }: Pick<IssueOrder, 'accountId' | 'badgeId'>,
  emails: string[],
  { seen = new Set(), form = 'folded' }: { seen?: Set<string>; form?: 'folded' | 'key' } = {},
): Promise<(email: string) => boolean> {
  const recipients = await findBadgeRecipients(trx, accountId, badgeId, emails.map(fold), form);
  const compare = form === 'key' ? toAddressKey : fold;
  return (email) => {
    const compared = compare(email);
    if (recipients.has(compared) || seen.has(compared)) return true;
    seen.add(compared);
    return false;
  };
}

/**
 * Issues as many as the quota allows in one statement and returns the rest as `over`. The caller
 * has validated the fields and locked the badge.
 */
export async function issueMany<T extends CredentialInput>(
  trx: Trx,
  order: IssueOrder,
  inputs: T[],
): Promise<{ issued: IssuedInput<T>[]; skipped: T[]; over: T[] }> {
  const { accountId, badgeId, by, now, way = 'import' } = order;
  const { period, limit, left } = await lockRemainingQuota(trx, accountId, now);
  const emails = inputs.map(({ email }) => email);
  const form = order.skipsDuplicates === 'own' ? 'key' : 'folded';
  const isDuplicate = order.skipsDuplicates
    ? await createDuplicateCheck(trx, order, emails, { form })
    : () => false;
  const skipped: T[] = [];
  const requested: T[] = [];
  for (const input of inputs) (isDuplicate(input.email) ? skipped : requested).push(input);
  const issued = requested
    .slice(0, left)
    .map((input) => ({ ...input, id: newRoutedId(accountId) }));
  const rows = issued.map((input) => ({
    ...toCredentialColumns(input),
    id: input.id,
    eventId: newId(),
  }));
  if (rows.length > 0) {
    const { personId, keyId = null } = by;
    const whose = { accountId, badgeId, personId, keyId };
    await issueCredentials(trx, { ...whose, now, period, limit, rows });
    trx.onCommit.wake(eventsWork);
    trx.onCommit.count(issuedTotal, { way }, rows.length);
  }
  return { issued, skipped, over: requested.slice(left) };
}
