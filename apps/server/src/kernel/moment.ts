import { dateFault, readDate } from '@insignia/contract';
import { invalid } from './problem.ts';

/** Parses a date or date-time field. Throws `invalid_request` naming the field. */
export function readMoment(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const read = readDate(text);
  if (!read) throw invalid(field, dateFault(text));
  return new Date(read.at);
}
