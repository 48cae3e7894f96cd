import type { TextsLike } from '../../../kernel/language.ts';

export const en = {
  credential: {
    subject: (badge: string) => `Your credential: ${badge}`,
    dear: (recipient: string) => `Dear ${recipient},`,
    awarded: (issuer: string, badge: string) =>
      `${issuer} has awarded you the credential “${badge}”. You can share its page. Anyone who opens the page can verify that your credential is genuine.`,
    expired: (issuer: string, badge: string) =>
      `${issuer} has awarded you the credential “${badge}”. This credential has expired. Anyone who opens its page can verify that it’s genuine and see when it expired.`,
    why: (issuer: string) =>
      `You received this email because ${issuer} issued a credential to you.`,
  },
  forwarded: {
    subject: (recipient: string, badge: string) => `A credential awarded to ${recipient}: ${badge}`,
    words: (issuer: string, badge: string, recipient: string) =>
      `${issuer} is sharing a credential with you: “${badge}”, awarded to ${recipient}. Anyone who opens its page can verify that it’s genuine.`,
    why: (issuer: string, recipient: string) =>
      `${issuer} entered your email address. If you don’t know ${recipient}, ignore this email or reply to let the issuer know.`,
  },
  share: {
    words: (account: string, badge: string, recipient: string, issuer: string) =>
      `${account} is sharing a credential with you: “${badge}”, awarded to ${recipient} by ${issuer}.`,
    writes: (account: string) => `${account} writes`,
    why: (account: string) =>
      `${account} entered your email address. Anyone can verify the credential on its page.`,
  },
  visitor: {
    words: (badge: string, recipient: string, issuer: string) =>
      `Someone who visited this credential’s page is sharing it with you: “${badge}”, awarded to ${recipient} by ${issuer}.`,
    writes: 'Message from the visitor',
    why: 'We don’t know who wrote this message. Anyone can verify the credential on its page.',
  },
  view: 'View credential',
  certificate: 'Download certificate (PDF)',
  linkedin: 'Add to LinkedIn profile',
  signed: 'Download as Open Badge 3.0',
  pictureOf: (badge: string) => `Badge: ${badge}`,
};

/** Texts of emails about credentials. */
export type EmailTexts = TextsLike<typeof en>;
