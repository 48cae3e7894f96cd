import { type emailFailures, t } from '../messages/en/email-failures.ts';

// Our own reasons, enhanced status codes (RFC 3463), then common wordings.
const reasons = [
  [/recipient has unsubscribed/, 'why.unsubscribed'],
  [/^not sent: .*bounced/, 'why.blocked'],
  [/^not sent: .*spam/, 'why.complaint'],
  [/\b5\.1\.\d|no such|unknown (user|recipient|mailbox)|does(n't| not) exist/i, 'why.unknown'],
  [/\b[45]\.2\.2\b|\b[45]52\b|mailbox (is )?full|over ?quota/i, 'why.full'],
  [/\b5\.7\.\d|spam|blocked|blacklist|policy/i, 'why.unwanted'],
  [/ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|time(d )?out|getaddrinfo|connect/i, 'why.unreachable'],
] as const satisfies readonly (readonly [RegExp, keyof typeof emailFailures])[];

function findReason(isBounced: boolean, error: string) {
  const known = reasons.find(([words]) => words.test(error))?.[1];
  return known ?? (isBounced ? 'why.refused' : 'why.delayed');
}

/** Explains why an email didn't arrive, and what to do. */
export const explainEmailFailure = (isBounced: boolean, error: string): string =>
  t(findReason(isBounced, error));

/** True if the address may be wrong, so that the next step is to correct it. */
export const isAddressSuspect = (isBounced: boolean, error: string): boolean =>
  ['why.unknown', 'why.blocked', 'why.refused'].includes(findReason(isBounced, error));

/** Our own reasons aren't the server's words. */
export const formatServerResponse = (error: string): string | undefined =>
  /^(not sent: |the recipient has unsubscribed)/.test(error)
    ? undefined
    : t('response', { words: error });
