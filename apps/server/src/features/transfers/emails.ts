import type { ErrorCode } from '@insignia/contract';
import { describeSender, plainName } from '../../kernel/plain-text.ts';
import type { EmailContent, MailKind } from '../../platform/mail/index.ts';

/** For owners of accounts, in English like the dashboard. */
export const transferMailKind: MailKind = {
  name: 'issuer-transfer',
  queue: 'awaited',
  goesToStrangers: true,
};

type Offer = { name: string; url: string };

export function offerEmail(
  from: { account: string; email: string | undefined },
  { name, url, to, expiresAt }: Offer & { to: string; expiresAt: Date },
): EmailContent {
  const account = plainName(from.account, 'Someone');
  return {
    subject: `${account} offers you an issuer: ${name}`,
    before: [
      `${describeSender(account, from.email)} wants to move the issuer ${name} to an account that you own, with its badges and credentials. All public links stay the same.`,
      `The offer is for ${to} and is open until ${expiresAt.toISOString().slice(0, 10)}. Sign in or sign up with this address, then open “Issuers” to accept or decline it.`,
    ],
    button: { label: 'View offer', url },
    after: ['If you didn’t expect this offer, ignore this email or decline it.'],
  };
}

/** To the owner who offered the issuer, and to the one it was offered to. */
export function completedEmail({ name, url }: Offer): EmailContent {
  return {
    subject: `Issuer moved: ${name}`,
    before: [
      `The issuer ${name}, its badges and its credentials have moved to their new account. All public links stay the same.`,
    ],
    button: { label: 'Open the dashboard', url },
    after: [
      'Webhooks, API keys, members and the audit log stayed with their accounts. Programs that issue these badges now need an API key of the new account.',
    ],
  };
}

export function declinedEmail({ name, url, by }: Offer & { by: string }): EmailContent {
  return {
    subject: `Offer declined: ${name}`,
    before: [`${by} declined your offer of the issuer ${name}. The issuer stays in your account.`],
    button: { label: 'Open the dashboard', url },
    after: [],
  };
}

export function canceledEmail({ name, url, account }: Offer & { account: string }): EmailContent {
  return {
    subject: `Offer canceled: ${name}`,
    before: [
      `${plainName(account, 'The other account')} canceled the offer of the issuer ${name}. You don’t need to do anything.`,
    ],
    button: { label: 'Open the dashboard', url },
    after: [],
  };
}

const failures: Partial<Record<ErrorCode, string>> = {
  transfer_issuer_unverified: 'The issuer isn’t verified anymore.',
  transfer_in_course: 'A course issues badges of this issuer.',
  transfer_work_running:
    'Imports, migrations or bulk jobs of the issuer’s account were unfinished.',
};

export function failedEmail({ name, url, reason }: Offer & { reason: ErrorCode }): EmailContent {
  return {
    subject: `Issuer not moved: ${name}`,
    before: [
      `The issuer ${name} didn’t move. ${failures[reason] ?? 'The service couldn’t complete the move.'} Nothing changed.`,
      'Offer the issuer again once this is solved.',
    ],
    button: { label: 'Open the dashboard', url },
    after: [],
  };
}
