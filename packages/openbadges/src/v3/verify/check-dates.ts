import { createFinding, type Finding } from '../../shared/finding.ts';
import type { Json } from '../../shared/read.ts';

/**
 * Verifiable Credentials Data Model 2.0 §4.9. Reports both times, so that a wrong clock is visible.
 */
export function checkDates(document: Json, now: number): Finding {
  const { from, until } = readPeriod(document);
  if (from !== undefined && from > now)
    return {
      ...createFinding('invalid', 'not_yet_valid', { start: { time: from }, now: { time: now } }),
      means: 'not_yet_valid',
    };
  if (until === undefined) return createFinding('valid', 'never_expires');
  const end = { time: until };
  return until < now
    ? { ...createFinding('invalid', 'expired', { end }), means: 'expired' }
    : createFinding('valid', 'valid_until', { end });
}

// XML Schema dateTimeStamp, with a zone (Verifiable Credentials Data Model 2.0 §4.9).
const dateTime = /^-?\d{4,9}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,12})?(Z|[+-]\d\d:\d\d)$/;

export function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value));
}

/** Start and end in epoch milliseconds. Of version 1.1's and 2.0's names, the stricter counts. */
export function readPeriod(document: Json): {
  from: number | undefined;
  until: number | undefined;
} {
  const { validFrom, issuanceDate, validUntil, expirationDate } = document;
  const times = (...dates: unknown[]): number[] => dates.filter(isDateTime).map(Date.parse);
  const [from, until] = [times(validFrom, issuanceDate), times(validUntil, expirationDate)];
  return {
    from: from.length > 0 ? Math.max(...from) : undefined,
    until: until.length > 0 ? Math.min(...until) : undefined,
  };
}

/** NumericDate (RFC 7519 §2) as a date-time; undefined if invalid. */
export function formatNumericDate(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number') return undefined;
  const date = new Date(Math.floor(seconds) * 1_000);
  return Number.isNaN(date.getTime()) ? undefined : `${date.toISOString().slice(0, -5)}Z`;
}
