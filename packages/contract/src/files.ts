import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { notModified } from './other-responses.ts';

const tag = 'Public documents';
const guid = z.string().meta({ description: 'Id of a credential, bare' });
const byGuid = z.object({ guid });
const kept = z.object({
  download: z.string().optional().meta({ description: 'As a file to keep' }),
});
const versioned = z.object({
  v: z.string().optional().meta({ description: 'Version of what it shows, for caches only' }),
});
const refusals = ['credential_not_found', 'credential_gone'] as const;

export const awardPdf = defineOperation({
  id: 'awardPdf',
  since: '1.0',
  method: 'GET',
  path: '/awards/:awardGuid/pdf',
  access: 'public',
  tag,
  summary: 'Certificate: one A4 page',
  description:
    'Shows the credential as it is now; one that is revoked or has expired says so. With `download` in the query it comes as an attachment.',
  params: z.object({ awardGuid: guid }),
  query: kept,
  errors: [...refusals, 'image_unavailable', 'busy'],
  serves: ['application/pdf'],
  others: [notModified],
  anyOrigin: true,
});

export const certificatePicture = defineOperation({
  id: 'certificatePicture',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/certificate.png',
  access: 'public',
  tag,
  summary: 'Picture of the certificate, 1200 pixels on its longer side',
  description: 'As `GET /awards/{awardGuid}/pdf` sets it, to be shown on a screen.',
  params: byGuid,
  query: versioned,
  errors: [...refusals, 'image_unavailable', 'busy'],
  serves: ['image/png'],
  others: [notModified],
  anyOrigin: true,
});

export const credentialBadge = defineOperation({
  id: 'credentialBadge',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/badge.png',
  access: 'public',
  tag,
  summary: "The badge's picture with the assertion baked in",
  description:
    'A baked badge of Open Badges 2.0: verifiers read the assertion out of it. With `download` in the query it comes as an attachment.',
  params: byGuid,
  query: kept,
  errors: [...refusals, 'image_unavailable'],
  serves: ['image/png'],
  others: [notModified],
  anyOrigin: true,
});

export const credentialCard = defineOperation({
  id: 'credentialCard',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/card.png',
  access: 'public',
  tag,
  summary: 'Picture for link previews, 1200 by 630',
  description: "What social networks show beside a link to the credential's page.",
  params: byGuid,
  query: versioned,
  errors: [...refusals, 'image_unavailable', 'busy', 'storage_full'],
  serves: ['image/png'],
  others: [notModified],
  anyOrigin: true,
});

export const credentialQr = defineOperation({
  id: 'credentialQr',
  since: '1.0',
  method: 'GET',
  path: '/credentials/:guid/qr.svg',
  access: 'public',
  tag,
  summary: "QR code of the credential's page",
  description: 'With `download` in the query it comes as an attachment.',
  params: byGuid,
  query: kept,
  errors: refusals,
  serves: ['image/svg+xml'],
  others: [notModified],
  anyOrigin: true,
});
