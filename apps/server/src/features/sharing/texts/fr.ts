import type { EmailTexts } from './en.ts';

export const fr: EmailTexts = {
  credential: {
    subject: (badge) => `Votre certificat : ${badge}`,
    dear: (recipient) => `Bonjour ${recipient},`,
    awarded: (issuer, badge) =>
      `${issuer} vous a décerné le certificat « ${badge} ». Vous pouvez partager sa page. Toute personne qui ouvre cette page peut vérifier l’authenticité de votre certificat.`,
    expired: (issuer, badge) =>
      `${issuer} vous a décerné le certificat « ${badge} ». Ce certificat a expiré. Toute personne qui ouvre sa page peut vérifier son authenticité et voir sa date d’expiration.`,
    why: (issuer) => `Vous recevez cet e-mail parce que ${issuer} vous a délivré un certificat.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Certificat délivré à ${recipient} : ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} partage avec vous un certificat : « ${badge} », décerné à ${recipient}. Toute personne qui ouvre sa page peut vérifier son authenticité.`,
    why: (issuer, recipient) =>
      `${issuer} a saisi votre adresse e-mail. Si vous ne connaissez pas ${recipient}, ignorez cet e-mail ou répondez-y pour prévenir l’émetteur.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `${account} partage avec vous un certificat : « ${badge} », décerné à ${recipient} par ${issuer}.`,
    writes: (account) => `${account} écrit`,
    why: (account) =>
      `${account} a saisi votre adresse e-mail. Tout le monde peut vérifier le certificat sur sa page.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Une personne ayant visité la page de ce certificat le partage avec vous : « ${badge} », décerné à ${recipient} par ${issuer}.`,
    writes: 'Message',
    why: 'Nous ne savons pas qui a écrit ce message. Tout le monde peut vérifier le certificat sur sa page.',
  },
  view: 'Voir le certificat',
  certificate: 'Télécharger le certificat (PDF)',
  linkedin: 'Ajouter au profil LinkedIn',
  signed: 'Télécharger au format Open Badge 3.0',
  pictureOf: (badge) => `Badge : ${badge}`,
};
