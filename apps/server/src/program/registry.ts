import { badgeImages, badgePictures, designPictures } from '../features/badges/index.ts';
import { certificatePictures } from '../features/certificates/index.ts';
import { claimCodeMailKind } from '../features/claims/index.ts';
import { issuerVersionLogos, issuerVersionPictures } from '../features/editions/index.ts';
import { templateTestMailKind } from '../features/email-templates/index.ts';
import { cardImages } from '../features/files/index.ts';
import { eraseFromImports } from '../features/imports/index.ts';
import {
  brandLogos,
  brandSignatures,
  issuerCodeMailKind,
  issuerLogos,
} from '../features/issuers/index.ts';
import { ltiSecrets } from '../features/lti/index.ts';
import { invitationMailKind } from '../features/members/index.ts';
import { eraseFromMoveIns } from '../features/move-in/index.ts';
import { accountMailKind } from '../features/people/index.ts';
import { digestMailKind } from '../features/reminders/index.ts';
import { erasedMailKind, requestMailKind } from '../features/requests/index.ts';
import { secondFactorSecrets } from '../features/second-factor/index.ts';
import {
  credentialMailKind,
  reminderMailKind,
  shareMailKind,
  visitorMailKind,
} from '../features/sharing/index.ts';
import { badgeVersionImages, issuerKeySecrets, signedLogos } from '../features/signing/index.ts';
import { ssoSecrets } from '../features/sso/index.ts';
import { transferMailKind } from '../features/transfers/index.ts';
import { walletCodeMailKind } from '../features/wallets/index.ts';
import { webhookDisabledMailKind, webhookSecrets } from '../features/webhooks/index.ts';

export const imageReferences = [
  badgeImages,
  badgePictures,
  designPictures,
  certificatePictures,
  badgeVersionImages,
  issuerLogos,
  brandLogos,
  brandSignatures,
  issuerVersionLogos,
  issuerVersionPictures,
  signedLogos,
  cardImages,
];

/** Pictures that public documents name. They contain no personal data, so they may be pinned elsewhere. */
export const publishedImages = [
  badgeImages,
  badgeVersionImages,
  issuerLogos,
  brandLogos,
  issuerVersionLogos,
  signedLogos,
];

export const mailKinds = [
  accountMailKind,
  invitationMailKind,
  issuerCodeMailKind,
  credentialMailKind,
  shareMailKind,
  visitorMailKind,
  webhookDisabledMailKind,
  claimCodeMailKind,
  walletCodeMailKind,
  reminderMailKind,
  digestMailKind,
  templateTestMailKind,
  requestMailKind,
  erasedMailKind,
  transferMailKind,
];

export const sealedRows = [
  webhookSecrets,
  issuerKeySecrets,
  secondFactorSecrets,
  ssoSecrets,
  ltiSecrets,
];

/** Removes addresses, and credentials by their ids, from uploaded files. */
export const eraseFromFiles: typeof eraseFromImports = async (trx, accountId, erased) => {
  await eraseFromImports(trx, accountId, erased);
  await eraseFromMoveIns(trx, accountId, erased.emails);
};
