import type { ErrorDetail } from './errors.ts';

const dateForm =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

const dayMs = 86_400_000;
/** Last moment of the year 9999. Later years have five digits and aren't ISO 8601. */
const lastMoment = 253_402_300_799_999;

export type ParsedDate = { at: number; isBareDate: boolean };

/**
 * Parses an ISO 8601 date or date-time (UTC without a zone) into epoch milliseconds. Undefined if
 * it isn't in the calendar.
 */
export function readDate(text: string, latest = lastMoment): ParsedDate | undefined {
  const [, day = '', hour, minute, second = '0', fraction = '', zone = 'Z'] =
    dateForm.exec(text) ?? [];
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight) || day < '1000') return undefined;
  // JavaScript rolls 30 February over to March.
  if (!new Date(midnight).toISOString().startsWith(day)) return undefined;
  if (hour === undefined) return { at: midnight, isBareDate: true };
  const offset = offsetMinutes(zone);
  if (offset === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3));
  const at =
    midnight +
    (Number(hour) * 60 + Number(minute) - offset) * 60_000 +
    Number(second) * 1_000 +
    millis;
  return at <= latest ? { at, isBareDate: false } : undefined;
}

export function describeDateError(text: string): string {
  return readDate(text, Number.POSITIVE_INFINITY)
    ? 'must be before the year 10000 in UTC'
    : 'must be a valid ISO 8601 date or date-time, for example 2026-03-01';
}

function offsetMinutes(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (!hours || Number(hours) > 14 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** UTC day of `at` (epoch milliseconds). */
export function formatIsoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Last millisecond of the day that starts at `midnight`. */
function endOfDay(midnight: number): number {
  return midnight + dayMs - 1;
}

type CredentialDates = { issuedOn: number; expires: number | undefined };

/**
 * Issue and expiry as epoch milliseconds UTC, or all errors. A bare expiry date is valid through
 * that day. A future issue date ("today" east of UTC) becomes now, because verifiers refuse the
 * future.
 */
export function credentialDates(
  issuedOn: string,
  expires: string | undefined,
  now: number,
): CredentialDates | ErrorDetail[] {
  const from = readDate(issuedOn);
  const until = expires === undefined ? undefined : readDate(expires);
  const end = until && (until.isBareDate ? endOfDay(until.at) : until.at);
  const errors: ErrorDetail[] = [];
  if (!from) errors.push({ path: 'issuedOn', message: describeDateError(issuedOn) });
  else if (from.at > now + dayMs)
    errors.push({ path: 'issuedOn', message: 'must be at most 24 hours in the future' });
  if (expires !== undefined && end === undefined)
    errors.push({ path: 'expires', message: describeDateError(expires) });
  if (from && end !== undefined && end < from.at)
    errors.push({ path: 'expires', message: 'must not be before issuedOn' });
  return from && errors.length === 0 ? { issuedOn: Math.min(from.at, now), expires: end } : errors;
}

/** Finds errors in the dates of fields that may not have passed a schema. */
export function findDateErrors(
  { issuedOn, expires }: { issuedOn?: unknown; expires?: unknown },
  now: number,
): ErrorDetail[] {
  const dates = credentialDates(trimText(issuedOn) ?? '', trimText(expires), now);
  return Array.isArray(dates) ? dates : [];
}

function trimText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim() : undefined;
}

const form = /^P(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?$/;
const MAX_YEARS = 100;

/** ISO 8601-1 §5.5.2 in whole days: calendar months, then days. */
type Duration = { months: number; days: number };

/** Parses years, months, weeks and days. At least one day, at most 100 years. */
export function readDuration(text: string): Duration | undefined {
  const [whole, ...parts] = form.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0] = parts.map((part) => Number(part ?? 0));
  const duration = { months: 12 * years + months, days: 7 * weeks + days };
  const inYears = duration.months / 12 + duration.days / 365;
  return inYears > 0 && inYears <= MAX_YEARS ? duration : undefined;
}
