import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { awardDocument, badgeDocument, context, issuerDocument } from './open-badges.ts';
import { defineOperation } from './operation.ts';
import {
  createErrorPage,
  notModified,
  redirectToOwnHost,
  redirectToPage,
} from './other-responses.ts';

const tag = 'Public documents';
const byGuid = z.object({ guid: z.string().meta({ description: 'Id, bare' }) });
const openBadges = ['application/json', 'application/ld+json'] as const;
const forms =
  'JSON, or JSON-LD when `Accept` asks for it; a browser is led to the page instead (303). `ETag` and `If-None-Match` spare a second transfer.';

/** Shared by Open Badges 2.0 documents, served at the address that is their id. */
const publicDocumentDefaults = {
  method: 'GET',
  access: 'public',
  tag,
  description: forms,
  params: byGuid,
  serves: openBadges,
  others: [redirectToPage, notModified],
  anyOrigin: true,
} as const;

export const publicIssuer = defineOperation({
  ...publicDocumentDefaults,
  id: 'publicIssuer',
  since: '1.0',
  path: '/certify-badge/issuer/:guid',
  summary: 'Open Badges 2.0 Issuer profile',
  answers: issuerDocument,
  errors: ['issuer_not_found'],
  examples: {
    reply: {
      '@context': context,
      type: 'Issuer',
      id: exampleIds.issuer,
      name: 'Example Academy',
      url: 'https://academy.example.org',
      email: 'badges@example.org',
      verification: { type: 'hosted', allowedOrigins: 'badges.example.org' },
    },
  },
});

export const publicBadge = defineOperation({
  ...publicDocumentDefaults,
  id: 'publicBadge',
  since: '1.0',
  path: '/certify-badge/badge/:guid',
  summary: 'Open Badges 2.0 BadgeClass',
  answers: badgeDocument,
  errors: ['badge_not_found'],
  examples: {
    reply: {
      '@context': context,
      type: 'BadgeClass',
      id: exampleIds.badge,
      name: 'First steps',
      description: 'Knows how a badge is issued.',
      criteria: { narrative: 'Issued a badge and **verified** it.' },
      image: exampleIds.image,
      issuer: exampleIds.issuer,
    },
  },
});

export const publicAward = defineOperation({
  ...publicDocumentDefaults,
  id: 'publicAward',
  since: '1.0',
  path: '/certify-badge/award/:guid',
  summary: 'Open Badges 2.0 Assertion',
  description: `${forms}\n\nA revoked credential says \`revoked: true\`; as JSON-LD it is answered with 410, as Open Badges 2.0 has it. One that was erased is 410 in either form, with the error \`credential_gone\`.`,
  answers: awardDocument,
  errors: ['credential_not_found', 'credential_gone'],
  others: [
    redirectToPage,
    notModified,
    {
      status: 410,
      when: 'As JSON-LD, of a revoked credential: its address, `revoked` and the reason.',
      serves: ['application/ld+json'],
    },
  ],
  examples: {
    reply: {
      '@context': context,
      type: 'Assertion',
      id: exampleIds.award,
      recipient: {
        type: 'email',
        hashed: true,
        identity: 'sha256$cfe00dde46ef942601ffafb9e2825e802858b460e586b8305b344c1eb826357d',
      },
      badge: exampleIds.badge,
      image: `${exampleIds.home}/credentials/${exampleIds.awardGuid}/badge.png`,
      issuedOn: '2026-03-01T00:00:00.000Z',
      verification: { type: 'hosted' },
      revoked: false,
    },
  },
});

export const publicShareText = defineOperation({
  id: 'publicShareText',
  since: '1.0',
  method: 'GET',
  path: '/certify-badge/award/:guid/share-text',
  access: 'public',
  tag,
  summary: 'Share text with its placeholders filled in',
  description: "The badge's own text, or a usual one when it has none.",
  params: byGuid,
  answers: z.object({ text: z.string().meta({ description: 'Plain text' }) }),
  errors: ['credential_not_found', 'credential_gone'],
  serves: ['application/json'],
  others: [notModified],
  anyOrigin: true,
  examples: {
    reply: { text: 'I have earned the credential “First steps” from Example Academy.' },
  },
});

export const verifyIssuerLink = defineOperation({
  id: 'verifyIssuerLink',
  since: '1.0',
  method: 'GET',
  path: '/certify-badge/verify-issuer/:guid/:code',
  access: 'public',
  tag,
  summary: 'Page behind the link of the verification mail',
  description:
    'Opening it verifies the issuer; HEAD, with which mail programs look at links, does not. A link that is not valid is told on the page, with 400.',
  params: byGuid.extend({ code: z.string().meta({ description: 'The code from the mail' }) }),
  errors: ['storage_full'],
  serves: ['text/html'],
  others: [redirectToOwnHost, createErrorPage(400, 'The link is not valid.')],
});

export const getImage = defineOperation({
  id: 'getImage',
  since: '1.0',
  method: 'GET',
  path: '/ipfs/:cid',
  access: 'public',
  tag,
  summary: 'Image by content address',
  description: 'What is at an address never changes, so it may be kept for good.',
  params: z.object({ cid: z.string().meta({ description: 'Content address (CID)' }) }),
  errors: ['image_not_found', 'image_unavailable'],
  serves: ['image/png', 'image/jpeg'],
  others: [notModified],
  anyOrigin: true,
});
