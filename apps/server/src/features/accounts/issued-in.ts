import { periodStart } from '../../kernel/calendar.ts';

/** How many credentials of the period's quota are used: the counter is reset by the first credential of a new period. */
export function issuedIn(period: Date, usage: { periodStart: Date; credentials: number }): number {
  return usage.periodStart < period ? 0 : usage.credentials;
}

type Counted = { createdAt: Date; periodStart: Date; credentials: number };

/** What was counted in a month before is no longer of `now`'s. */
export function asOf<Account extends Counted>(now: Date, account: Account): Account {
  const period = periodStart(account.createdAt, now);
  return { ...account, credentials: issuedIn(period, account), periodStart: period };
}
