import { describeDateError, readDate } from '@insignia/contract';
import { invalid } from './problem.ts';

/** Parses a date or date-time field. Throws `invalid_request` naming the field. */
export function parseTimestamp(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const read = readDate(text);
  if (!read) throw invalid(field, describeDateError(text));
  return new Date(read.at);
}
