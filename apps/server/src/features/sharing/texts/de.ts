import type { LetterTexts } from './en.ts';

export const de: LetterTexts = {
  credential: {
    subject: (badge) => `Ihr Nachweis: ${badge}`,
    dear: (recipient) => `Guten Tag ${recipient},`,
    awarded: (issuer, badge) =>
      `${issuer} hat Ihnen den Nachweis „${badge}“ verliehen. Er hat eine eigene Seite, die Sie weitergeben können: Wer sie öffnet, kann prüfen, dass er echt ist.`,
    expired: (issuer, badge) =>
      `${issuer} hat Ihnen den Nachweis „${badge}“ verliehen. Er ist abgelaufen. Wer seine Seite öffnet, kann prüfen, dass er echt ist, und sieht, bis wann er gültig war.`,
    why: (issuer) =>
      `Sie erhalten diese E-Mail, weil ${issuer} Ihnen einen Nachweis ausgestellt hat.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Nachweis von ${recipient}: ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} teilt einen Nachweis mit Ihnen: „${badge}“, verliehen an ${recipient}. Er hat eine eigene Seite: Wer sie öffnet, kann prüfen, dass er echt ist.`,
    why: (issuer, recipient) =>
      `${issuer} hat Ihre Adresse eingegeben. Wenn Sie ${recipient} nicht kennen, können Sie diese E-Mail ignorieren oder darauf antworten.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `${account} teilt einen Nachweis mit Ihnen: „${badge}“, verliehen an ${recipient} von ${issuer}.`,
    writes: (account) => `${account} schreibt`,
    why: (account) =>
      `${account} hat Ihre Adresse eingegeben. Alle können den Nachweis auf seiner Seite prüfen.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Jemand, der die Seite dieses Nachweises besucht hat, teilt ihn mit Ihnen: „${badge}“, verliehen an ${recipient} von ${issuer}.`,
    writes: 'Nachricht',
    why: 'Wir wissen nicht, wer dies gesendet hat. Alle können den Nachweis auf seiner Seite prüfen.',
  },
  view: 'Nachweis ansehen',
  certificate: 'Urkunde herunterladen (PDF)',
  linkedin: 'Zum LinkedIn-Profil hinzufügen',
  signed: 'Als Open Badge 3.0 herunterladen',
  pictureOf: (badge) => `Badge: ${badge}`,
};
