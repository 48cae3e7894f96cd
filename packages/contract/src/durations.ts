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
