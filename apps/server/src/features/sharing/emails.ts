import { createShades, createSurfaceShades } from '@insignia/tokens/shades';
import { formatLongDate } from '../../kernel/language.ts';
import { linkedinAddUrl } from '../../kernel/linkedin.ts';
import type { Urls } from '../../kernel/urls.ts';
import {
  createServiceBranding,
  type EmailBranding,
  type EmailContent,
  type MailKind,
  type TemplateContext,
} from '../../platform/mail/index.ts';
import type { MailableCredential } from './store.ts';
import { getEmailTexts } from './texts.ts';

/** Sent to the recipient, or by the account to someone else. */
export const credentialMailKind: MailKind = { name: 'credential', isUnasked: true };
export const shareMailKind: MailKind = { name: 'share', isUnasked: true };
/** Sent to the recipient before the credential expires. */
export const reminderMailKind: MailKind = { name: 'reminder', isUnasked: true };
/** Sent by a visitor of a credential's page. */
export const visitorMailKind: MailKind = { name: 'visitor', isUnasked: true };

export type EmailedCredential = Omit<
  MailableCredential,
  'accountId' | 'plan' | 'recipientEmail' | 'revokedAt'
>;

/** Expired credentials are emailed too, but not as something to share. */
export function credentialEmail(
  credential: EmailedCredential,
  urls: Urls,
  now: Date,
): EmailContent {
  const { id, recipientName, badgeName, issuerName, issuedOn, expires, brand } = credential;
  const { credential: t, ...labels } = getEmailTexts(brand.language);
  const url = urls.credentialPage(id);
  const organization = { id: credential.linkedinOrganizationId, name: issuerName };
  const certification = { name: badgeName, organization, issuedOn, expires, url, id };
  const hasExpired = expires !== null && expires < now;
  const before = hasExpired
    ? [t.dear(recipientName), t.expired(issuerName, badgeName)]
    : [t.congratulations(recipientName), t.awarded(issuerName, badgeName)];
  const profile = { label: labels.linkedin, url: linkedinAddUrl(certification) };
  const signed = { label: labels.signed, url: `${urls.signedBadge(id)}?download` };
  return {
    ...createIssuerParts(credential, urls),
    subject: t.subject(badgeName),
    before,
    button: { label: labels.view, url },
    links: [
      { label: labels.certificate, url: urls.pdf(id) },
      ...(hasExpired ? [] : [profile, signed]),
      ...(urls.my ? [{ label: labels.mine, url: urls.my }] : []),
    ],
    after: [t.why(issuerName)],
    template: {
      ...createTemplateContext(credential, urls),
      message: 'credential',
      // A template's text may congratulate, but must not hide that the credential has expired.
      ...(hasExpired && { keepsText: true }),
    },
  };
}

/** Values of the placeholders in templates of emails about a credential. */
export function createTemplateContext(
  credential: EmailedCredential,
  urls: Urls,
): Omit<TemplateContext, 'message'> {
  const { id, badgeId, issuerId, recipientName, badgeName, brand } = credential;
  const { issuerName, issuerEmail, issuedOn, expires } = credential;
  return {
    ...{ badgeId, issuerId },
    values: {
      recipient_name: recipientName,
      badge_name: badgeName,
      issuer_name: issuerName,
      issuer_email: issuerEmail,
      issued_on: formatLongDate(brand.language, issuedOn),
      ...(expires && { expires: formatLongDate(brand.language, expires) }),
      credential_url: urls.credentialPage(id),
    },
  };
}

/** To an address other than the recipient's. Refers to the recipient in the third person. */
export function forwardedEmail(credential: EmailedCredential, urls: Urls): EmailContent {
  const { id, recipientName, badgeName, issuerName, brand } = credential;
  const { forwarded: t, ...labels } = getEmailTexts(brand.language);
  return {
    ...createIssuerParts(credential, urls),
    subject: t.subject(recipientName, badgeName),
    before: [t.words(issuerName, badgeName, recipientName)],
    button: { label: labels.view, url: urls.credentialPage(id) },
    links: [{ label: labels.certificate, url: urls.pdf(id) }],
    after: [t.why(issuerName, recipientName)],
  };
}

type PersonalMessage = { subject: string; message: string };

/** Sent by an account with its own message. Names the issuer, because an account may be named after a member. */
export function shareEmail(
  credential: EmailedCredential,
  { subject, message }: PersonalMessage,
  urls: Urls,
): EmailContent {
  const { recipientName, badgeName, issuerName, brand } = credential;
  const { share: t, view } = getEmailTexts(brand.language);
  return {
    ...createIssuerParts(credential, urls),
    subject,
    before: [t.words(issuerName, badgeName, recipientName)],
    quote: { from: t.writes(issuerName), text: message },
    button: { label: view, url: urls.credentialPage(credential.id) },
    after: [t.why(issuerName)],
  };
}

/**
 * Sent by an anonymous visitor. Uses the issuer's language, but doesn't look like the issuer's
 * email.
 */
export function visitorEmail(
  credential: EmailedCredential,
  { subject, message }: PersonalMessage,
  urls: Urls,
): EmailContent {
  const { recipientName, badgeName, issuerName, brand } = credential;
  const { visitor: t, forwarded, view } = getEmailTexts(brand.language);
  return {
    look: createServiceBranding(brand.language),
    picture: createEmailPicture(credential, urls),
    subject: subject || forwarded.subject(recipientName, badgeName),
    before: [t.words(badgeName, recipientName, issuerName)],
    ...(message ? { quote: { from: t.writes, text: message } } : {}),
    button: { label: view, url: urls.credentialPage(credential.id) },
    after: [t.why],
  };
}

function createIssuerParts(credential: EmailedCredential, urls: Urls) {
  const { issuerName: name, issuerEmail: email } = credential;
  return {
    look: createEmailBranding(credential, urls),
    sender: { name, email },
    picture: createEmailPicture(credential, urls),
  };
}

function createEmailPicture(
  { badgeName, pictureCid, brand }: EmailedCredential,
  urls: Urls,
): NonNullable<EmailContent['picture']> {
  return { url: urls.image(pictureCid), alt: getEmailTexts(brand.language).pictureAlt(badgeName) };
}

type BrandedMail = Pick<MailableCredential, 'issuerName' | 'logoCid' | 'brand'>;

/** Branding of a credential's issuer for emails. */
export function createEmailBranding(
  { issuerName, logoCid, brand }: BrandedMail,
  urls: Urls,
): EmailBranding {
  const darkCid = brand.logoDark512 ?? brand.logoDarkCid;
  return {
    language: brand.language,
    name: issuerName,
    accent: createShades(brand.accentColor),
    band: createSurfaceShades(brand.accentColor),
    ...(logoCid && {
      logo: { light: urls.image(logoCid), ...(darkCid && { dark: urls.image(darkCid) }) },
    }),
    footer: [brand.footText, brand.website ?? ''].filter((line) => line !== ''),
  };
}
