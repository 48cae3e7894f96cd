import { linkedinAddUrl } from '../../kernel/linkedin.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Letter, serviceBranding } from '../../platform/mail/index.ts';
import { brandingOf } from './branding.ts';
import type { MailableCredential } from './store.ts';
import { textsIn } from './texts/index.ts';

/** Content of emails about a credential. */
export type CredentialFacts = Omit<
  MailableCredential,
  'accountId' | 'plan' | 'accountName' | 'recipientEmail' | 'revokedAt'
>;

/** Expired credentials are emailed too, but not as something to share. */
export function credentialLetter(credential: CredentialFacts, urls: Urls, now: Date): Letter {
  const { id, recipientName, badgeName, issuerName, issuedOn, expires, brand } = credential;
  const { credential: t, ...labels } = textsIn(brand.language);
  const url = urls.credentialPage(id);
  const organization = { id: credential.linkedinOrganizationId, name: issuerName };
  const certification = { name: badgeName, organization, issuedOn, expires, url, id };
  const hasExpired = expires !== null && expires < now;
  const said = hasExpired ? t.expired : t.awarded;
  const profile = { label: labels.linkedin, url: linkedinAddUrl(certification) };
  const signed = { label: labels.signed, url: `${urls.signedBadge(id)}?download` };
  return {
    ...ofIssuer(credential, urls),
    subject: t.subject(badgeName),
    before: [t.dear(recipientName), said(issuerName, badgeName)],
    button: { label: labels.view, url },
    links: [
      { label: labels.certificate, url: urls.pdf(id) },
      ...(hasExpired ? [] : [profile, signed]),
    ],
    after: [t.why(issuerName)],
  };
}

/** To an address other than the recipient's. Refers to the recipient in the third person. */
export function forwardedLetter(credential: CredentialFacts, urls: Urls): Letter {
  const { id, recipientName, badgeName, issuerName, brand } = credential;
  const { forwarded: t, ...labels } = textsIn(brand.language);
  return {
    ...ofIssuer(credential, urls),
    subject: t.subject(recipientName, badgeName),
    before: [t.words(issuerName, badgeName, recipientName)],
    button: { label: labels.view, url: urls.credentialPage(id) },
    links: [{ label: labels.certificate, url: urls.pdf(id) }],
    after: [t.why(issuerName, recipientName)],
  };
}

type Words = { subject: string; message: string };

/** Sent by an account with its own message. */
export function shareLetter(
  credential: CredentialFacts,
  accountName: string,
  { subject, message }: Words,
  urls: Urls,
): Letter {
  const { recipientName, badgeName, issuerName, brand } = credential;
  const { share: t, view } = textsIn(brand.language);
  return {
    ...ofIssuer(credential, urls),
    subject,
    before: [t.words(accountName, badgeName, recipientName, issuerName)],
    quote: { from: t.writes(accountName), text: message },
    button: { label: view, url: urls.credentialPage(credential.id) },
    after: [t.why(accountName)],
  };
}

/**
 * Sent by an anonymous visitor. Uses the issuer's language, but doesn't look like the issuer's
 * email.
 */
export function visitorLetter(
  credential: CredentialFacts,
  { subject, message }: Words,
  urls: Urls,
): Letter {
  const { recipientName, badgeName, issuerName, brand } = credential;
  const { visitor: t, forwarded, view } = textsIn(brand.language);
  return {
    look: serviceBranding(brand.language),
    picture: pictureOf(credential, urls),
    subject: subject || forwarded.subject(recipientName, badgeName),
    before: [t.words(badgeName, recipientName, issuerName)],
    ...(message ? { quote: { from: t.writes, text: message } } : {}),
    button: { label: view, url: urls.credentialPage(credential.id) },
    after: [t.why],
  };
}

function ofIssuer(credential: CredentialFacts, urls: Urls) {
  const { issuerName: name, issuerEmail: email } = credential;
  return {
    look: brandingOf(credential, urls),
    sender: { name, email },
    picture: pictureOf(credential, urls),
  };
}

function pictureOf(
  { badgeName, pictureCid, brand }: CredentialFacts,
  urls: Urls,
): NonNullable<Letter['picture']> {
  return { url: urls.image(pictureCid), alt: textsIn(brand.language).pictureOf(badgeName) };
}
