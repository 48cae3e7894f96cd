import type { EmailTexts } from './en.ts';

export const de: EmailTexts = {
  credential: {
    subject: (badge) => `Ihr Zertifikat: ${badge}`,
    dear: (recipient) => `Guten Tag ${recipient},`,
    awarded: (issuer, badge) =>
      `${issuer} hat Ihnen das Zertifikat „${badge}“ verliehen. Sie können seine Seite teilen. Alle, die die Seite öffnen, können die Echtheit Ihres Zertifikats prüfen.`,
    expired: (issuer, badge) =>
      `${issuer} hat Ihnen das Zertifikat „${badge}“ verliehen. Dieses Zertifikat ist abgelaufen. Alle, die seine Seite öffnen, können die Echtheit prüfen und sehen das Ablaufdatum.`,
    why: (issuer) =>
      `Sie erhalten diese E-Mail, weil ${issuer} Ihnen ein Zertifikat ausgestellt hat.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Zertifikat für ${recipient}: ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} teilt ein Zertifikat mit Ihnen: „${badge}“, verliehen an ${recipient}. Alle, die seine Seite öffnen, können die Echtheit prüfen.`,
    why: (issuer, recipient) =>
      `${issuer} hat Ihre E-Mail-Adresse eingegeben. Wenn Sie ${recipient} nicht kennen, ignorieren Sie diese E-Mail oder antworten Sie, um den Aussteller darauf hinzuweisen.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `${account} teilt ein Zertifikat mit Ihnen: „${badge}“, verliehen an ${recipient} von ${issuer}.`,
    writes: (account) => `${account} schreibt`,
    why: (account) =>
      `${account} hat Ihre E-Mail-Adresse eingegeben. Alle können das Zertifikat auf seiner Seite prüfen.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Jemand, der die Seite dieses Zertifikats besucht hat, teilt es mit Ihnen: „${badge}“, verliehen an ${recipient} von ${issuer}.`,
    writes: 'Nachricht',
    why: 'Wir wissen nicht, wer diese Nachricht geschrieben hat. Alle können das Zertifikat auf seiner Seite prüfen.',
  },
  view: 'Zertifikat ansehen',
  certificate: 'Zertifikat herunterladen (PDF)',
  linkedin: 'Zum LinkedIn-Profil hinzufügen',
  signed: 'Als Open Badge 3.0 herunterladen',
  pictureOf: (badge) => `Badge: ${badge}`,
};
