import type { Json } from '../../shared/read.ts';
import type { Finding } from './report.ts';
import { isDateTime } from './shape.ts';

/** Since when and until when, epoch milliseconds; of version 1.1's names and 2.0's whichever is stricter. */
export function periodOf(document: Json): { from: number | undefined; until: number | undefined } {
  const { validFrom, issuanceDate, validUntil, expirationDate } = document;
  const times = (...dates: unknown[]): number[] => dates.filter(isDateTime).map(Date.parse);
  const [from, until] = [times(validFrom, issuanceDate), times(validUntil, expirationDate)];
  return {
    from: from.length > 0 ? Math.max(...from) : undefined,
    until: until.length > 0 ? Math.min(...until) : undefined,
  };
}

/** Verifiable Credentials Data Model 2.0 §4.9. Both times are told, so that a wrong clock can be seen. */
export function checkDates(document: Json, now: number): Finding {
  const { from, until } = periodOf(document);
  const said = (at: number): string =>
    `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (from !== undefined && from > now)
    return {
      outcome: 'invalid',
      means: 'not_yet_valid',
      message: `It is valid from ${said(from)}; here it is ${said(now)}.`,
    };
  if (until === undefined) return { outcome: 'valid', message: 'It does not expire.' };
  return until < now
    ? { outcome: 'invalid', means: 'expired', message: `It expired on ${said(until)}.` }
    : { outcome: 'valid', message: `It is valid until ${said(until)}.` };
}
