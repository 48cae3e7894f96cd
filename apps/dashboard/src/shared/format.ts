import { locale } from './t.ts';

const numbers = new Intl.NumberFormat(locale);
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const daysInUtc = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const weekdays = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
const clockFaces = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const clocksToSecond = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const sizes = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const spans = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

type DateValue = string | number | Date;

export const formatNumber = (value: number): string => numbers.format(value);
/** A day in the user's time zone. */
export const formatDay = (at: DateValue): string => days.format(new Date(at));
export const formatWeekday = (at: DateValue): string => weekdays.format(new Date(at));
/** A date without time zone. */
export const formatUtcDate = (at: DateValue): string => daysInUtc.format(new Date(at));
export const formatMoment = (at: DateValue): string => moments.format(new Date(at));

/** Time of day. */
export const formatTimeWithSeconds = (at: DateValue): string => clocksToSecond.format(new Date(at));
/** A time range; one time if both are equal. */
export const formatTimeRange = (from: DateValue, to: DateValue): string =>
  clockFaces.formatRange(new Date(from), new Date(to));

const units = ['B', 'kB', 'MB', 'GB'] as const;
/** Formats a size for people: “4.2 MB”. */
export function formatSize(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${sizes.format(bytes / 1_000 ** step)} ${units[step]}`;
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const MAX_RELATIVE_MS = 14 * 86_400_000;

/** “3 hours ago”; after two weeks, the date. */
export function formatRelativeTime(at: DateValue, now = Date.now()): string {
  const passed = new Date(at).getTime() - now;
  if (Math.abs(passed) > MAX_RELATIVE_MS) return formatDay(at);
  const [unit, size] = steps.find(([, minMs]) => Math.abs(passed) >= minMs) ?? ['second', 1_000];
  return spans.format(Math.round(passed / size), unit);
}

/** Today in the user's time zone, for date fields. */
export function today(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Name of a language in that language. */
export const getLanguageName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
