import { dateFault, readDate } from '@insignia/contract';
import { invalid } from './problem.ts';

/** The date or date-time that a field says; what is none is told at the field. */
export function readMoment(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const read = readDate(text);
  if (!read) throw invalid(field, dateFault(text));
  return new Date(read.at);
}
