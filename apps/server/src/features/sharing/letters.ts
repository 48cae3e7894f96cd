import { linkedinAddUrl } from '../../kernel/linkedin.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Letter } from '../../platform/mail/index.ts';

/** What a badge and its issuer bring into letters. */
export type BadgeFacts = {
  badgeName: string;
  issuerName: string;
  issuerEmail: string;
  pictureCid: string;
  linkedinOrganizationId: string | null;
};
export type CredentialFacts = BadgeFacts & {
  id: string;
  recipientName: string;
  issuedOn: Date;
  expires: Date | null;
};

/** One that has expired is mailed too, but not as something to show on a profile. */
export function credentialLetter(credential: CredentialFacts, urls: Urls, now: Date): Letter {
  const { id, recipientName, badgeName, issuerName, issuedOn, expires } = credential;
  const url = urls.credentialPage(id);
  const organization = { id: credential.linkedinOrganizationId, name: issuerName };
  const certification = { name: badgeName, organization, issuedOn, expires, url, id };
  const hasExpired = expires !== null && expires < now;
  return {
    sender: senderOf(credential),
    picture: pictureOf(credential, urls),
    subject: `Your credential: ${badgeName}`,
    before: [
      `Dear ${recipientName},`,
      hasExpired
        ? `${issuerName} has awarded you the credential “${badgeName}”. It has expired. Anyone who opens its page can verify that it is genuine, and sees until when it was valid.`
        : `${issuerName} has awarded you the credential “${badgeName}”. It has a page of its own that you can share: anyone who opens it can verify that it is genuine.`,
    ],
    button: { label: 'View credential', url },
    links: [
      { label: 'Download certificate (PDF)', url: urls.pdf(id) },
      ...(hasExpired
        ? []
        : [{ label: 'Add to LinkedIn profile', url: linkedinAddUrl(certification) }]),
    ],
    after: [`You received this e-mail because ${issuerName} issued a credential to you.`],
  };
}

/** To an address that is not the recipient's: it speaks of them, not to them. */
export function forwardedLetter(credential: CredentialFacts, urls: Urls): Letter {
  const { id, recipientName, badgeName, issuerName } = credential;
  return {
    sender: senderOf(credential),
    picture: pictureOf(credential, urls),
    subject: `Credential of ${recipientName}: ${badgeName}`,
    before: [
      `${issuerName} is sharing a credential with you: “${badgeName}”, which it has awarded to ${recipientName}. It has a page of its own: anyone who opens it can verify that it is genuine.`,
    ],
    button: { label: 'View credential', url: urls.credentialPage(id) },
    links: [{ label: 'Download certificate (PDF)', url: urls.pdf(id) }],
    after: [
      `${issuerName} entered your address. If you do not know ${recipientName}, you can ignore this e-mail or reply to say so.`,
    ],
  };
}

type Words = { subject: string; message: string };

/** What an account tells others of a credential, in its own words. */
export function shareLetter(
  credential: CredentialFacts,
  accountName: string,
  { subject, message }: Words,
  urls: Urls,
): Letter {
  const { recipientName, badgeName, issuerName } = credential;
  return {
    sender: senderOf(credential),
    subject,
    picture: pictureOf(credential, urls),
    before: [
      `${accountName} is sharing a credential with you: “${badgeName}”, awarded to ${recipientName} by ${issuerName}.`,
    ],
    quote: { from: `${accountName} writes`, text: message },
    button: { label: 'View credential', url: urls.credentialPage(credential.id) },
    after: [`${accountName} entered your address. Anyone can verify the credential on its page.`],
  };
}

/** What a visitor of a credential's page tells others of it. Whoever it was is not known. */
export function visitorLetter(
  credential: CredentialFacts,
  { subject, message }: Words,
  urls: Urls,
): Letter {
  const { recipientName, badgeName, issuerName } = credential;
  return {
    picture: pictureOf(credential, urls),
    subject: subject || `Credential of ${recipientName}: ${badgeName}`,
    before: [
      `A visitor of this credential’s page is sharing it with you: “${badgeName}”, awarded to ${recipientName} by ${issuerName}.`,
    ],
    ...(message ? { quote: { from: 'Message from the visitor', text: message } } : {}),
    button: { label: 'View credential', url: urls.credentialPage(credential.id) },
    after: ['We do not know who sent this. Anyone can verify the credential on its page.'],
  };
}

function senderOf({ issuerName, issuerEmail }: BadgeFacts): NonNullable<Letter['sender']> {
  return { name: issuerName, email: issuerEmail };
}

function pictureOf(
  { badgeName, pictureCid }: BadgeFacts,
  urls: Urls,
): NonNullable<Letter['picture']> {
  return { url: urls.image(pictureCid), alt: `Badge: ${badgeName}` };
}
