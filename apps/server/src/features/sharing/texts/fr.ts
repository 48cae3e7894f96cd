import type { EmailTexts } from './en.ts';

export const fr: EmailTexts = {
  credential: {
    subject: (badge) => `Votre certificat : ${badge}`,
    dear: (recipient) => `Bonjour ${recipient},`,
    awarded: (issuer, badge) =>
      `${issuer} vous a décerné le certificat « ${badge} ». Il a sa propre page, que vous pouvez partager : toute personne qui l’ouvre peut vérifier son authenticité.`,
    expired: (issuer, badge) =>
      `${issuer} vous a décerné le certificat « ${badge} ». Il a expiré. Toute personne qui ouvre sa page peut vérifier son authenticité et voir jusqu’à quand il était valable.`,
    why: (issuer) => `Vous recevez cet e-mail parce que ${issuer} vous a délivré un certificat.`,
  },
  forwarded: {
    subject: (recipient, badge) => `Certificat délivré à ${recipient} : ${badge}`,
    words: (issuer, badge, recipient) =>
      `${issuer} partage avec vous un certificat : « ${badge} », décerné à ${recipient}. Il a sa propre page : toute personne qui l’ouvre peut vérifier son authenticité.`,
    why: (issuer, recipient) =>
      `${issuer} a saisi votre adresse. Si vous ne connaissez pas ${recipient}, vous pouvez ignorer cet e-mail ou y répondre pour le signaler.`,
  },
  share: {
    words: (account, badge, recipient, issuer) =>
      `${account} partage avec vous un certificat : « ${badge} », décerné à ${recipient} par ${issuer}.`,
    writes: (account) => `${account} écrit`,
    why: (account) =>
      `${account} a saisi votre adresse. Tout le monde peut vérifier le certificat sur sa page.`,
  },
  visitor: {
    words: (badge, recipient, issuer) =>
      `Une personne ayant visité la page de ce certificat le partage avec vous : « ${badge} », décerné à ${recipient} par ${issuer}.`,
    writes: 'Message',
    why: 'Nous ne savons pas qui a envoyé ce message. Tout le monde peut vérifier le certificat sur sa page.',
  },
  view: 'Voir le certificat',
  certificate: 'Télécharger le certificat (PDF)',
  linkedin: 'Ajouter au profil LinkedIn',
  signed: 'Télécharger au format Open Badge 3.0',
  pictureOf: (badge) => `Badge : ${badge}`,
};
