import { createCheck, createFinding, type Finding, type VerdictCheck } from '../shared/finding.ts';
import type { FoundAssertion } from '../shared/found.ts';
import { first, firstText, isObject, type Json, type ShapeError } from '../shared/read.ts';
import { type Outcome, overall } from '../shared/reader.ts';
import {
  describeRecipient,
  isRecipient,
  listEmails,
  type RecipientEmail,
} from '../shared/recipient.ts';

export type AssertionCheckName =
  | 'fetched'
  | 'shape'
  | 'proof'
  | 'scope'
  | 'issuer'
  | 'badge'
  | 'expiry'
  | 'revocation'
  | 'recipient';
/** Overall status. `not_found`: no assertion at its URL (any more). */
export type AssertionStatus = 'valid' | 'expired' | 'revoked' | 'not_found' | 'invalid' | 'unknown';
/** `message`: one sentence for people. */
export type AssertionCheck = VerdictCheck<AssertionCheckName>;

const order: readonly AssertionCheckName[] = [
  'fetched',
  'shape',
  'proof',
  'scope',
  'issuer',
  'badge',
  'expiry',
  'revocation',
  'recipient',
];

/** Collects checks in reading order. */
export class AssertionReport {
  readonly #checks = new Map<AssertionCheckName, AssertionCheck>();

  add(check: AssertionCheckName, finding: Finding): void {
    this.#checks.set(check, createCheck(check, finding));
  }

  get checks(): AssertionCheck[] {
    return order.flatMap((name) => this.#checks.get(name) ?? []);
  }
}

/**
 * Distinguishes an expired or revoked badge from an invalid one: only if nothing else is wrong and,
 * for an expired one, everything else could be checked.
 */
export function computeStatus(checks: AssertionCheck[], isExpired: boolean): AssertionStatus {
  const outcome = overall(checks);
  if (outcome !== 'invalid') return outcome;
  const having = (outcome: Outcome): AssertionCheckName[] =>
    checks.filter((each) => each.outcome === outcome).map(({ check }) => check);
  const failed = having('invalid').filter((name) => !(name === 'expiry' && isExpired));
  if (failed.length === 0) return having('unknown').length === 0 ? 'expired' : 'invalid';
  return failed.every((name) => name === 'revocation') ? 'revoked' : 'invalid';
}

/** Reports each error with its section of Open Badges 2.0, or success. */
export function reportErrors(
  report: AssertionReport,
  name: AssertionCheckName,
  errors: ShapeError[],
  good: Finding,
): void {
  if (errors.length === 0) {
    report.add(name, good);
    return;
  }
  const all = errors.map(({ message, section }) => `${message} (§${section})`).join('; ');
  const subject = { shape: 'assertion', badge: 'badge class', issuer: 'issuer' }[name as 'shape'];
  const sections = [...new Set(errors.map(({ section }) => `OB ${section}`))].join(', ');
  report.add(name, {
    ...createFinding('invalid', 'rules_broken', { sections }),
    message: `The ${subject} ${all}.`,
  });
}

/** §Assertion "revoked". A server may respond 410 instead. */
export function judgeRevocation(
  report: AssertionReport,
  document: Json,
  status: number,
  found: FoundAssertion,
): void {
  const revoked = first(document.revoked);
  if (status !== 410 && revoked !== true && revoked !== 'true') {
    report.add('revocation', createFinding('valid', 'not_revoked'));
    return;
  }
  const reason = firstText(document.revocationReason);
  if (reason !== undefined) found.revocationReason = reason;
  report.add(
    'revocation',
    reason
      ? createFinding('invalid', 'revoked_for', { reason })
      : createFinding('invalid', 'revoked'),
  );
}

/** §Assertion "issuedOn", "expires". */
export function judgeDates(
  report: AssertionReport,
  { issuedOn, expires }: FoundAssertion,
  now: number,
  isStripped: boolean,
): void {
  if (issuedOn !== undefined && issuedOn > now)
    report.add(
      'expiry',
      createFinding('invalid', 'issued_in_future', { start: { day: issuedOn } }),
    );
  else if (expires !== undefined && expires < now)
    report.add('expiry', createFinding('invalid', 'expired', { end: { day: expires } }));
  else if (isStripped) report.add('expiry', createFinding('unknown', 'dates_omitted'));
  else
    report.add(
      'expiry',
      expires === undefined
        ? createFinding('valid', 'never_expires')
        : createFinding('valid', 'valid_until', { end: { day: expires } }),
    );
}

/** Returns the address that it was issued to. */
export function judgeRecipient(
  report: AssertionReport,
  recipient: unknown,
  email: RecipientEmail,
): string | undefined {
  const results = listEmails(email).map((each) => ({
    each,
    isTheirs: isObject(recipient) ? isRecipient(recipient, each) : undefined,
  }));
  const issuedTo = results.find(({ isTheirs }) => isTheirs)?.each;
  const isUnknown = results.every(({ isTheirs }) => isTheirs === undefined);
  report.add(
    'recipient',
    isUnknown ? createFinding('unknown', 'recipient_unstated') : describeRecipient(email, issuedTo),
  );
  return issuedTo;
}
