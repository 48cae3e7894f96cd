import type { TextsLike } from '../../../kernel/language.ts';

export const en = {
  credential: {
    subject: (badge: string) => `Your credential: ${badge}`,
    dear: (recipient: string) => `Dear ${recipient},`,
    awarded: (issuer: string, badge: string) =>
      `${issuer} has awarded you the credential “${badge}”. It has a page of its own that you can share: anyone who opens it can verify that it is genuine.`,
    expired: (issuer: string, badge: string) =>
      `${issuer} has awarded you the credential “${badge}”. It has expired. Anyone who opens its page can verify that it is genuine and see until when it was valid.`,
    why: (issuer: string) =>
      `You received this e-mail because ${issuer} issued a credential to you.`,
  },
  forwarded: {
    subject: (recipient: string, badge: string) => `A credential awarded to ${recipient}: ${badge}`,
    words: (issuer: string, badge: string, recipient: string) =>
      `${issuer} is sharing a credential with you: “${badge}”, which it has awarded to ${recipient}. It has a page of its own: anyone who opens it can verify that it is genuine.`,
    why: (issuer: string, recipient: string) =>
      `${issuer} entered your address. If you do not know ${recipient}, you can ignore this e-mail or reply to say so.`,
  },
  share: {
    words: (account: string, badge: string, recipient: string, issuer: string) =>
      `${account} is sharing a credential with you: “${badge}”, awarded to ${recipient} by ${issuer}.`,
    writes: (account: string) => `${account} writes`,
    why: (account: string) =>
      `${account} entered your address. Anyone can verify the credential on its page.`,
  },
  visitor: {
    words: (badge: string, recipient: string, issuer: string) =>
      `A visitor to this credential’s page is sharing it with you: “${badge}”, awarded to ${recipient} by ${issuer}.`,
    writes: 'Message from the visitor',
    why: 'We do not know who sent this. Anyone can verify the credential on its page.',
  },
  view: 'View credential',
  certificate: 'Download certificate (PDF)',
  linkedin: 'Add to LinkedIn profile',
  signed: 'Download as Open Badge 3.0',
  pictureOf: (badge: string) => `Badge: ${badge}`,
};

/** Texts of emails about credentials. */
export type EmailTexts = TextsLike<typeof en>;
