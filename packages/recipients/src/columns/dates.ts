import { formatIsoDay, readDate } from '@insignia/contract';

/** Order of numeric day, month and year. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';
export const dateOrders: readonly DateOrder[] = ['dmy', 'mdy', 'ymd'];

const numeric = /^(\d{1,4}) ?([./ -]) ?(\d{1,2}) ?\2 ?(\d{1,4})\.?$/;
const named =
  /^(?:\p{L}+,?\s+)?(?:(\d{1,2})[.\-\s]*(\p{L}+)|(\p{L}+)[.\s]*(\d{1,2}),?)[.,\-\s]*(\d{4}|\d{2})$/u;
const timeOfDay = /(?:T|,? )\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,9})?(?: ?[ap]\.?m\.?)?$/i;
const serial = /^\d{5}(?:[.,]\d+)?$/;
/** Day 0 of spreadsheets, which treat 1900 as a leap year. */
const serialZero = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;
/** 1954 to 2119. Other five-digit numbers aren't dates. */
const [firstSerial, lastSerial] = [20_000, 80_000];

function formatDay(year: number, month: number, day: number): string | undefined {
  const at = Date.UTC(year, month - 1, day);
  const isReal = month >= 1 && month <= 12 && new Date(at).getUTCDate() === day;
  return isReal && year >= 1000 ? formatIsoDay(at) : undefined;
}

/** As in spreadsheets: 30 is 1930, 29 is 2029. */
function expandYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 30 ? 2000 + year : 1900 + year;
}

const MAX_DATE_LENGTH = 60;
const inOneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

const bare = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase();

/** Long and short month names in the given languages. */
export function listMonthNames(locales: readonly string[]): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const locale of locales)
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, {
        month: style,
        day: 'numeric',
        timeZone: 'UTC',
      });
      for (let month = 0; month < 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2024, month, 1));
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        if (/\p{L}/u.test(name)) names.set(bare(name), month + 1);
      }
    }
  return names;
}

function fromNumbers(first: string, second: string, third: string, order: DateOrder) {
  if (first.length > 2) return formatDay(Number(first), Number(second), Number(third));
  if (order === 'ymd') return formatDay(expandYear(first), Number(second), Number(third));
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return formatDay(expandYear(third), Number(month), Number(day));
}

function fromSerial(text: string): string | undefined {
  const days = Math.floor(Number(text.replace(',', '.')));
  return days >= firstSerial && days <= lastSerial
    ? formatIsoDay(serialZero + days * dayMs)
    : undefined;
}

function fromWords(date: string, months: ReadonlyMap<string, number>): string | undefined {
  const [, day, month, monthFirst, dayAfter, year] = named.exec(date) ?? [];
  const number = months.get(bare(month ?? monthFirst ?? ''));
  return number && year ? formatDay(expandYear(year), number, Number(day ?? dayAfter)) : undefined;
}

/** Returns the date in the contract's form; undefined if the cell isn't a date. */
export function parseDate(
  text: string,
  order: DateOrder,
  months: ReadonlyMap<string, number>,
): string | undefined {
  const whole = inOneLine(text);
  if (whole.length > MAX_DATE_LENGTH) return undefined;
  if (readDate(whole)) return whole;
  if (serial.test(whole)) return fromSerial(whole);
  const date = whole.replace(timeOfDay, '');
  const [, first, , second, third] = numeric.exec(date) ?? [];
  if (first && second && third) return fromNumbers(first, second, third, order);
  return fromWords(date, months);
}

function localeOrder(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  const order = parts.filter((type) => ['day', 'month', 'year'].includes(type));
  return dateOrders.find((one) => one === order.map(([letter]) => letter).join('')) ?? 'dmy';
}

/** Guesses the order from all cells. Not certain if each cell fits several orders. */
export function guessDateOrder(
  cells: readonly string[],
  locale: string,
): { order: DateOrder; isCertain: boolean } {
  const found = cells.map((cell) =>
    cell.length > MAX_DATE_LENGTH ? null : numeric.exec(inOneLine(cell).replace(timeOfDay, '')),
  );
  const read = found.filter((one) => one !== null && (one[1]?.length ?? 0) <= 2);
  const over = (group: 1 | 3): number =>
    read.filter((one) => Number(one?.[group]) > 12 && Number(one?.[group]) <= 31).length;
  const [first, second] = [over(1), over(3)];
  if (first !== second) return { order: first > second ? 'dmy' : 'mdy', isCertain: true };
  if (read.length === 0) return { order: 'ymd', isCertain: true };
  const hasDots = read.every((one) => one?.[2] === '.');
  const own = localeOrder(locale);
  return {
    order: hasDots ? 'dmy' : own === 'ymd' ? 'dmy' : own,
    isCertain: hasDots && first === 0,
  };
}
