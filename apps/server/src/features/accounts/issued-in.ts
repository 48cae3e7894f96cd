/** How many credentials of the period's quota are used: the counter is reset by the first credential of a new period. */
export function issuedIn(period: Date, usage: { periodStart: Date; credentials: number }): number {
  return usage.periodStart < period ? 0 : usage.credentials;
}
