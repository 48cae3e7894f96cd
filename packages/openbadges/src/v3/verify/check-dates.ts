import type { Json } from '../../shared/read.ts';
import { periodOf } from './date-time.ts';
import type { Finding } from './report.ts';

/**
 * Verifiable Credentials Data Model 2.0 §4.9. Reports both times, so that a wrong clock is visible.
 */
export function checkDates(document: Json, now: number): Finding {
  const { from, until } = periodOf(document);
  const said = (at: number): string =>
    `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (from !== undefined && from > now)
    return {
      outcome: 'invalid',
      means: 'not_yet_valid',
      message: `The credential is valid from ${said(from)}. The current time is ${said(now)}.`,
    };
  if (until === undefined) return { outcome: 'valid', message: 'The credential doesn’t expire.' };
  return until < now
    ? { outcome: 'invalid', means: 'expired', message: `The credential expired on ${said(until)}.` }
    : { outcome: 'valid', message: `The credential is valid until ${said(until)}.` };
}
