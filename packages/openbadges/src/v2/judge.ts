import { first, isObject, type Json, text } from '../shared/read.ts';
import type { Found } from './found.ts';
import { isRecipient } from './recipient.ts';
import type { CheckName, Report } from './report.ts';
import type { Fault } from './shape.ts';

/** Reports each error with its section of Open Badges 2.0, or success. */
export function reportErrors(report: Report, name: CheckName, faults: Fault[], good: string): void {
  if (faults.length === 0) {
    report.add(name, 'valid', good);
    return;
  }
  const all = faults.map(({ message, section }) => `${message} (§${section})`).join('; ');
  const subject = { shape: 'assertion', badge: 'badge class', issuer: 'issuer' }[name as 'shape'];
  report.add(name, 'invalid', `The ${subject} ${all}.`);
}

/** §Assertion "revoked". A server may respond 410 instead. */
export function judgeRevocation(
  report: Report,
  document: Json,
  status: number,
  found: Found,
): void {
  const revoked = first(document.revoked);
  if (status !== 410 && revoked !== true && revoked !== 'true') {
    report.add('revocation', 'valid', 'The credential hasn’t been revoked.');
    return;
  }
  const reason = text(document.revocationReason);
  if (reason !== undefined) found.revocationReason = reason;
  report.add(
    'revocation',
    'invalid',
    reason
      ? `The issuer revoked this credential: ${reason}`
      : 'The issuer revoked this credential.',
  );
}

/** §Assertion "issuedOn", "expires". */
export function judgeDates(
  report: Report,
  { issuedOn, expires }: Found,
  now: number,
  isStripped: boolean,
): void {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  if (issuedOn !== undefined && issuedOn > now)
    report.add('expiry', 'invalid', `The issue date, ${day(issuedOn)}, is in the future.`);
  else if (expires !== undefined && expires < now)
    report.add('expiry', 'invalid', `The credential expired on ${day(expires)}.`);
  else if (isStripped) report.add('expiry', 'unknown', 'Revoked assertions may omit their dates.');
  else
    report.add(
      'expiry',
      'valid',
      expires === undefined
        ? 'The credential doesn’t expire.'
        : `The credential is valid until ${day(expires)}.`,
    );
}

export function judgeRecipient(report: Report, recipient: unknown, email: string): void {
  const isTheirs = isObject(recipient) ? isRecipient(recipient, email) : undefined;
  if (isTheirs === undefined)
    report.add(
      'recipient',
      'unknown',
      'The credential doesn’t state the recipient’s email address.',
    );
  else if (isTheirs) report.add('recipient', 'valid', `The credential was issued to ${email}.`);
  else report.add('recipient', 'invalid', `The credential wasn’t issued to ${email}.`);
}
