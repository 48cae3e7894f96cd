import { periodStart } from '../../kernel/calendar.ts';

/** Credentials used of the period's quota. The first credential of a period resets the counter. */
export function countIssuedInPeriod(
  period: Date,
  usage: { periodStart: Date; credentials: number },
): number {
  return usage.periodStart < period ? 0 : usage.credentials;
}

type AccountUsage = { createdAt: Date; periodStart: Date; credentials: number };

/** Zero if the counter belongs to an earlier month. */
export function withCurrentPeriod<Account extends AccountUsage>(
  now: Date,
  account: Account,
): Account {
  const period = periodStart(account.createdAt, now);
  return { ...account, credentials: countIssuedInPeriod(period, account), periodStart: period };
}
