import type { Language } from '@insignia/contract';
import { createServiceBranding, type EmailContent } from '../../platform/mail/index.ts';
import { linkedTexts } from './texts.ts';

/** Warns a user whom a connection signed in for the first time. Names only the domain, which is verified. */
export function connectionLinkedEmail(domain: string, language: Language): EmailContent {
  const { subject, words, reach, mine, other } = linkedTexts[language];
  return {
    look: createServiceBranding(language),
    ...{ subject, before: [words(`\u2068${domain}\u2069`), reach], after: [mine, other] },
  };
}

/** Warns the owner, in case someone else signed in. */
export function breakGlassEmail(account: string, at: Date, url: string): EmailContent {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: 'You signed in without single sign-on',
    before: [
      `The account ${account} requires single sign-on. As its owner, you signed in another way at ${time}.`,
    ],
    button: { label: 'Open the dashboard', url },
    after: [
      'If it was you, you don’t need to do anything.',
      'If it wasn’t you, reset your password now, and end your other sessions in your settings.',
    ],
  };
}

export function recordMissingEmail(domain: string, lostAt: Date, url: string): EmailContent {
  return {
    subject: `The DNS record of ${domain} is missing`,
    before: [
      `We couldn’t find the TXT record that proves that ${domain} belongs to your account.`,
      `If it isn’t back by ${lostAt.toISOString().slice(0, 10)}, single sign-on stops for this domain.`,
    ],
    button: { label: 'Open single sign-on', url },
    after: ['Add the record again. We check it once a day.'],
  };
}

export function domainLostEmail(domain: string, url: string): EmailContent {
  return {
    subject: `Single sign-on has stopped for ${domain}`,
    before: [
      `The TXT record of ${domain} has been missing for 14 days, so the domain is no longer verified.`,
      'Its members now sign in with a password or an emailed code.',
    ],
    button: { label: 'Open single sign-on', url },
    after: ['To use single sign-on again, add the record and verify the domain.'],
  };
}
