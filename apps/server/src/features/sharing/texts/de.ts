import type { EmailTexts } from './en.ts';

export const de: EmailTexts = {
  credential: {
    subject: (badge) => `Ihr Zertifikat: ${badge}`,
    dear: (recipient) => `Guten Tag ${recipient},`,
    awarded: (issuer, badge) =>
      `${issuer} hat Ihnen das Zertifikat „${badge}“ verliehen. Es hat eine eigene Seite, die Sie weitergeben können: Wer sie öffnet, kann die Echtheit des Zertifikats prüfen.`,
    expired: (issuer, badge) =>
      `${issuer} hat Ihnen das Zertifikat „${badge}“ verliehen. Es ist abgelaufen. Wer seine Seite öffnet, kann die Echtheit prüfen und sieht, bis wann es gültig war.`,
    why: (issuer) =>
      `Sie erhalten diese E-Mail, weil ${issuer} Ihnen ein Zertifikat ausgestellt hat.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Zertifikat für ${recipient}: ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} teilt ein Zertifikat mit Ihnen: „${badge}“, verliehen an ${recipient}. Es hat eine eigene Seite: Wer sie öffnet, kann die Echtheit des Zertifikats prüfen.`,
    why: (issuer, recipient) =>
      `${issuer} hat Ihre Adresse eingegeben. Wenn Sie ${recipient} nicht kennen, können Sie diese E-Mail ignorieren oder darauf antworten.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `${account} teilt ein Zertifikat mit Ihnen: „${badge}“, verliehen an ${recipient} von ${issuer}.`,
    writes: (account) => `${account} schreibt`,
    why: (account) =>
      `${account} hat Ihre Adresse eingegeben. Alle können das Zertifikat auf seiner Seite prüfen.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Jemand, der die Seite dieses Zertifikats besucht hat, teilt es mit Ihnen: „${badge}“, verliehen an ${recipient} von ${issuer}.`,
    writes: 'Nachricht',
    why: 'Wir wissen nicht, wer diese Nachricht gesendet hat. Alle können das Zertifikat auf seiner Seite prüfen.',
  },
  view: 'Zertifikat ansehen',
  certificate: 'Zertifikat herunterladen (PDF)',
  linkedin: 'Zum LinkedIn-Profil hinzufügen',
  signed: 'Als Open Badge 3.0 herunterladen',
  pictureOf: (badge) => `Badge: ${badge}`,
};
