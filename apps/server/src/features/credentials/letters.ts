import type { Letter } from '../../platform/mail/index.ts';
import type { MailableCredential } from './mail-store.ts';

type Told = Pick<MailableCredential, 'recipientName' | 'badgeName' | 'issuerName'>;

export function credentialLetter(
  { recipientName, badgeName, issuerName }: Told,
  url: string,
): Letter {
  return {
    subject: `Your credential: ${badgeName}`,
    before: [
      `Dear ${recipientName},`,
      `${issuerName} has awarded you the credential “${badgeName}”. It has a page of its own, which you can show to anyone: whoever opens it can verify that it is genuine.`,
    ],
    button: { label: 'See your credential', url },
    after: [`You get this mail because ${issuerName} issued a credential to you.`],
  };
}

type Words = { subject: string; message: string };

/** What an account tells others of a credential, in its own words. */
export function shareLetter(
  { recipientName, badgeName, issuerName }: Told,
  accountName: string,
  { subject, message }: Words,
  url: string,
): Letter {
  return {
    subject,
    before: [
      `${accountName} shows you a credential: “${badgeName}”, awarded to ${recipientName} by ${issuerName}.`,
    ],
    quote: { from: `${accountName} writes`, text: message },
    button: { label: 'See the credential', url },
    after: [`${accountName} named your address. Anyone can verify the credential on its page.`],
  };
}

/** What a visitor of a credential's page tells others of it. Whoever it was is not known. */
export function visitorLetter(
  { recipientName, badgeName, issuerName }: Told,
  { subject, message }: Words,
  url: string,
): Letter {
  return {
    subject: subject || `A credential of ${recipientName}: ${badgeName}`,
    before: [
      `Somebody who looked at this credential wants you to see it: “${badgeName}”, awarded to ${recipientName} by ${issuerName}.`,
    ],
    ...(message ? { quote: { from: 'The visitor’s own words', text: message } } : {}),
    button: { label: 'See the credential', url },
    after: [
      'The service does not know who sent this. Anyone can verify the credential on its page.',
    ],
  };
}
