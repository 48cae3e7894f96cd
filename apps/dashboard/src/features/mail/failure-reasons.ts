import type { mail } from '../../messages/en/mail.ts';
import type { MailItem } from './queries.ts';

/**
 * False if it is known that it can't be sent again: codes and links of sent emails aren't stored.
 */
export function canResend({ state, kind }: Pick<MailItem, 'state' | 'kind'>): boolean {
  if (state === 'queued') return false;
  return state !== 'sent' || ['credential', 'share', 'visitor'].includes(kind);
}

// Enhanced status codes (RFC 3463), then common wordings.
const reasons = [
  [/wants no more mail/, 'mail.why.unsubscribed'],
  [/\b5\.1\.\d|no such|unknown (user|recipient|mailbox)|does(n't| not) exist/i, 'mail.why.unknown'],
  [/\b[45]\.2\.2\b|\b[45]52\b|mailbox (is )?full|over ?quota/i, 'mail.why.full'],
  [/\b5\.7\.\d|spam|blocked|blacklist|policy/i, 'mail.why.unwanted'],
  [/ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|time(d )?out|getaddrinfo|connect/i, 'mail.why.unreachable'],
] as const satisfies readonly (readonly [RegExp, keyof typeof mail])[];

/** Explains why an email was refused. */
export function explainFailure({ state, lastError }: Pick<MailItem, 'state' | 'lastError'>) {
  const known = reasons.find(([words]) => words.test(lastError ?? ''))?.[1];
  return known ?? (state === 'bounced' ? 'mail.why.refused' : 'mail.why.delayed');
}
