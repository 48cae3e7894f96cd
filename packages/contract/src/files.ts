import { z } from 'zod';
import { defineOperation, notModified } from './operation.ts';

const tag = 'Public documents';
const guid = z.string().meta({ description: 'ID of a credential' });
const byGuid = z.object({ guid });
const downloadQuery = z.object({
  download: z.string().optional().meta({ description: 'Return the file as an attachment' }),
});
const versioned = z.object({
  v: z.string().optional().meta({ description: 'Version of the content, for caches only' }),
});
const refusals = ['credential_not_found', 'credential_gone'] as const;

export const awardPdf = defineOperation({
  id: 'awardPdf',
  noun: 'credentials.certificate',
  since: '1.0',
  method: 'GET',
  path: '/awards/:awardGuid/pdf',
  access: 'public',
  tag,
  summary: 'Download the certificate',
  description:
    "One page as PDF, A4 unless the issuer's brand sets US Letter. Shows the current credential and whether it's revoked or expired. With `download`, the file is sent as an attachment.",
  params: z.object({ awardGuid: guid }),
  query: downloadQuery,
  errors: [...refusals, 'image_unavailable', 'busy'],
  serves: ['application/pdf'],
  others: [notModified],
  anyOrigin: true,
});

export const certificatePicture = defineOperation({
  id: 'certificatePicture',
  noun: 'credentials.certificatePicture',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/certificate.png',
  access: 'public',
  tag,
  summary: 'Get the certificate as an image',
  description:
    'The certificate from `GET /awards/{awardGuid}/pdf` as an image of 1,200 pixels on the longer side.',
  params: byGuid,
  query: versioned,
  errors: [...refusals, 'image_unavailable', 'busy'],
  serves: ['image/png'],
  others: [notModified],
  anyOrigin: true,
});

export const credentialBadge = defineOperation({
  id: 'credentialBadge',
  noun: 'credentials.badgePicture',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/badge.png',
  access: 'public',
  tag,
  summary: 'Get the baked badge (Open Badges 2.0)',
  description:
    "The badge's image with the assertion baked in. Verifiers read the assertion from it. With `download`, it's sent as an attachment.",
  params: byGuid,
  query: downloadQuery,
  errors: [...refusals, 'image_unavailable'],
  serves: ['image/png'],
  others: [notModified],
  anyOrigin: true,
});

export const credentialCard = defineOperation({
  id: 'credentialCard',
  noun: 'credentials.card',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/card.png',
  access: 'public',
  tag,
  summary: 'Get the link preview image',
  description:
    "The image of 1,200 by 630 pixels that social networks show for links to the credential's page.",
  params: byGuid,
  query: versioned,
  errors: [...refusals, 'image_unavailable', 'busy', 'storage_full'],
  serves: ['image/png'],
  others: [notModified],
  anyOrigin: true,
});

export const credentialQr = defineOperation({
  id: 'credentialQr',
  noun: 'credentials.qrCode',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/qr.svg',
  access: 'public',
  tag,
  summary: 'Get the QR code of a credential',
  description: "Links to the credential's page. With `download`, it's sent as an attachment.",
  params: byGuid,
  query: downloadQuery,
  errors: refusals,
  serves: ['image/svg+xml'],
  others: [notModified],
  anyOrigin: true,
});

export const fileOperations = {
  awardPdf,
  certificatePicture,
  credentialBadge,
  credentialCard,
  credentialQr,
} as const;
