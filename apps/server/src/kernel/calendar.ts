/**
 * Start of the billing period that contains `now`: monthly from the anchor's day at 00:00 UTC,
 * clamped to the month's last day.
 */
export function periodStart(anchor: Date, now: Date): Date {
  const startIn = (year: number, month: number): number => {
    const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay));
  };
  const thisMonth = startIn(now.getUTCFullYear(), now.getUTCMonth());
  if (thisMonth <= now.getTime()) return new Date(thisMonth);
  return new Date(startIn(now.getUTCFullYear(), now.getUTCMonth() - 1));
}

export function periodEnd(anchor: Date, now: Date): Date {
  const start = periodStart(anchor, now);
  const inNext = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 2, 0, 23, 59, 59);
  return periodStart(anchor, new Date(inNext));
}
