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

type Moment = string | number | Date;

export const number = (value: number): string => numbers.format(value);
/** A day in the user's time zone. */
export const day = (at: Moment): string => days.format(new Date(at));
/** With weekday. */
export const weekday = (at: Moment): string => weekdays.format(new Date(at));
/** A date without time zone. */
export const givenDay = (at: Moment): string => daysInUtc.format(new Date(at));
export const moment = (at: Moment): string => moments.format(new Date(at));

/** Time of day. */
export const clockToSecond = (at: Moment): string => clocksToSecond.format(new Date(at));
/** A time range; one time if both are equal. */
export const clocks = (from: Moment, to: Moment): string =>
  clockFaces.formatRange(new Date(from), new Date(to));

const units = ['B', 'kB', 'MB', 'GB'] as const;
/** “4.2 MB”. */
export function size(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${sizes.format(bytes / 1_000 ** step)} ${units[step]}`;
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const longest = 14 * 86_400_000;

/** “3 hours ago”; after two weeks, the date. */
export function ago(at: Moment, now = Date.now()): string {
  const passed = new Date(at).getTime() - now;
  if (Math.abs(passed) > longest) return day(at);
  const [unit, size] = steps.find(([, least]) => Math.abs(passed) >= least) ?? ['second', 1_000];
  return spans.format(Math.round(passed / size), unit);
}

/** Today in the user's time zone, for date fields. */
export function today(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
