import { badgeImages, badgePictures, designPictures } from './features/badges/index.ts';
import {
  brandLogos,
  brandSignatures,
  issuerCodeMail,
  issuerLogos,
} from './features/issuers/index.ts';
import { invitationMail } from './features/members/index.ts';
import { accountMail } from './features/people/index.ts';
import { cardImages } from './features/public/index.ts';
import { credentialMail, shareMail, visitorMail } from './features/sharing/index.ts';
import { badgeVersionImages, issuerKeySecrets, signedLogos } from './features/signing/index.ts';
import { webhookDisabledMail, webhookSecrets } from './features/webhooks/index.ts';

export const imageReferences = [
  badgeImages,
  badgePictures,
  designPictures,
  badgeVersionImages,
  issuerLogos,
  brandLogos,
  brandSignatures,
  signedLogos,
  cardImages,
];

export const mailKinds = [
  accountMail,
  invitationMail,
  issuerCodeMail,
  credentialMail,
  shareMail,
  visitorMail,
  webhookDisabledMail,
];

export const sealedRows = [webhookSecrets, issuerKeySecrets];
