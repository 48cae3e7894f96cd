import type { LetterTexts } from './en.ts';

export const fr: LetterTexts = {
  credential: {
    subject: (badge) => `Votre attestation : ${badge}`,
    dear: (recipient) => `Bonjour ${recipient},`,
    awarded: (issuer, badge) =>
      `${issuer} vous a décerné l’attestation « ${badge} ». Elle a sa propre page, que vous pouvez partager : toute personne qui l’ouvre peut vérifier son authenticité.`,
    expired: (issuer, badge) =>
      `${issuer} vous a décerné l’attestation « ${badge} ». Elle a expiré. Toute personne qui ouvre sa page peut vérifier son authenticité et voit jusqu’à quand elle était valide.`,
    why: (issuer) => `Vous recevez cet e-mail parce que ${issuer} vous a délivré une attestation.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Attestation de ${recipient} : ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} partage avec vous une attestation : « ${badge} », décernée à ${recipient}. Elle a sa propre page : toute personne qui l’ouvre peut vérifier son authenticité.`,
    why: (issuer, recipient) =>
      `${issuer} a saisi votre adresse. Si vous ne connaissez pas ${recipient}, vous pouvez ignorer cet e-mail ou y répondre pour le signaler.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `${account} partage avec vous une attestation : « ${badge} », décernée à ${recipient} par ${issuer}.`,
    writes: (account) => `${account} écrit`,
    why: (account) =>
      `${account} a saisi votre adresse. Tout le monde peut vérifier l’attestation sur sa page.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Une personne ayant visité la page de cette attestation la partage avec vous : « ${badge} », décernée à ${recipient} par ${issuer}.`,
    writes: 'Message',
    why: 'Nous ne savons pas qui a envoyé ceci. Tout le monde peut vérifier l’attestation sur sa page.',
  },
  view: 'Voir l’attestation',
  certificate: 'Télécharger le certificat (PDF)',
  linkedin: 'Ajouter au profil LinkedIn',
  signed: 'Télécharger en Open Badge 3.0',
  pictureOf: (badge) => `Badge : ${badge}`,
};
