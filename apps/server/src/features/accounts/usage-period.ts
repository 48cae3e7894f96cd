import { noLimit, type Plan, plans } from '@insignia/contract';

/** For API replies: null means no limit. */
export function formatLimits(plan: Plan) {
  const { issuers, seats, credentials } = plans[plan];
  const formatLimit = (limit: number) => (limit === noLimit ? null : limit);
  return {
    issuers: formatLimit(issuers),
    seats: formatLimit(seats),
    credentials: formatLimit(credentials),
  };
}

/**
 * Start of the billing period that contains `now`: monthly from the anchor's day at 00:00 UTC,
 * clamped to the month's last day.
 */
export function periodStart(anchor: Date, now: Date): Date {
  const year = now.getUTCFullYear();
  for (let month = now.getUTCMonth(); ; month -= 1) {
    const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    const start = Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay));
    if (start <= now.getTime()) return new Date(start);
  }
}

export function periodEnd(anchor: Date, now: Date): Date {
  const start = periodStart(anchor, now);
  const inNext = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 2, 0, 23, 59, 59);
  return periodStart(anchor, new Date(inNext));
}

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
