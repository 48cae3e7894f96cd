import { refused } from '../fault.ts';

/** A moment with its zone, or `latest`, which is undefined. */
export function momentOf(text: string, now: number): number | undefined {
  if (text === 'latest') return undefined;
  const isWhole = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = isWhole ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  if (Number.isNaN(moment))
    throw refused(
      `--to-time wants a time with its zone, such as 2026-11-22T19:00:00Z or 2026-11-22T20:00:00+01:00, or latest, not “${text}”`,
    );
  if (moment > now)
    throw refused(`${text} has not come yet: give latest for all that the archive has`);
  return moment;
}
