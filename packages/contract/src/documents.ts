import { z } from 'zod';
import { awardDetailsReply } from './award-details.ts';
import { badgeDetailsReply, badgeTextsReply } from './badge-details.ts';
import { exampleIds } from './examples.ts';
import {
  createErrorPage,
  defineOperation,
  notModified,
  redirectToOwnHost,
  redirectToPage,
} from './operation.ts';

const openBadges2Url = 'https://w3id.org/openbadges/v2';

const id = z.string().meta({ description: 'URL of this document' });
const contextSchema = z
  .literal(openBadges2Url)
  .meta({ description: 'JSON-LD context of Open Badges 2.0' });
const hosted = z
  .literal('hosted')
  .meta({ description: 'The document at its URL is authoritative' });

const issuerDocumentSchema = z
  .object({
    '@context': contextSchema,
    type: z.literal('Issuer').meta({ description: 'Type' }),
    id,
    name: z.string().meta({ description: 'Name of the issuer' }),
    url: z.string().meta({ description: 'Website of the issuer' }),
    email: z.string().meta({ description: 'Contact address' }),
    image: z.string().optional().meta({ description: 'URL of the logo, if there is one' }),
    verification: z
      .object({
        type: hosted,
        allowedOrigins: z.string().meta({ description: "Host of the issuer's assertions" }),
      })
      .meta({ description: 'How assertions are verified' }),
  })
  .meta({ id: 'IssuerDocument' });

const badgeDocumentSchema = z
  .object({
    '@context': contextSchema,
    type: z.literal('BadgeClass').meta({ description: 'Type' }),
    id,
    ...badgeTextsReply,
    image: z.string().meta({ description: 'URL of the picture' }),
    issuer: z.string().meta({ description: 'URL of the issuer' }),
    tags: badgeDetailsReply.tags,
    alignment: badgeDetailsReply.alignment,
  })
  .meta({ id: 'BadgeDocument' });

const awardDocumentSchema = z
  .object({
    '@context': contextSchema,
    type: z.literal('Assertion').meta({ description: 'Type' }),
    id,
    recipient: z
      .object({
        type: z.literal('email').meta({ description: 'Type of the identity' }),
        hashed: z.literal(true).meta({ description: "The address itself isn't published" }),
        identity: z.string().meta({
          description: 'sha256$ and the hexadecimal SHA-256 hash of the address in lower case',
        }),
      })
      .meta({ description: 'The recipient' }),
    badge: z.string().meta({ description: 'URL of the badge' }),
    image: z
      .string()
      .optional()
      .meta({ description: "URL of the badge's image with this document baked in" }),
    issuedOn: z.iso.datetime().meta({ description: 'Date earned, in UTC' }),
    expires: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Expires at, in UTC. Absent means never' }),
    verification: z.object({ type: hosted }).meta({ description: "How it's verified" }),
    revoked: z.boolean().meta({ description: 'Whether the credential is revoked' }),
    revocationReason: z
      .string()
      .optional()
      .meta({ description: 'Present only if revoked with a reason' }),
    narrative: awardDetailsReply.narrative,
    evidence: awardDetailsReply.evidence,
  })
  .meta({ id: 'AwardDocument' });

const tag = 'Public documents';
const byGuid = z.object({ guid: z.string().meta({ description: 'ID' }) });
const openBadges = ['application/json', 'application/ld+json'] as const;
const forms =
  'Returns JSON, or JSON-LD if `Accept` asks for it. Browsers are redirected to the page (303). Supports `ETag` and `If-None-Match`.';

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
  noun: 'documents.issuer',
  since: '1.0',
  path: '/certify-badge/issuer/:guid',
  summary: 'Get an Open Badges 2.0 Issuer profile',
  answers: issuerDocumentSchema,
  errors: ['issuer_not_found'],
  examples: {
    reply: {
      '@context': openBadges2Url,
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
  noun: 'documents.badge',
  since: '1.0',
  path: '/certify-badge/badge/:guid',
  summary: 'Get an Open Badges 2.0 BadgeClass',
  description: `Shows the current edition of the badge, because it has one address for all credentials. ${forms}`,
  answers: badgeDocumentSchema,
  errors: ['badge_not_found'],
  examples: {
    reply: {
      '@context': openBadges2Url,
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
  noun: 'documents.credential',
  since: '1.0',
  path: '/certify-badge/award/:guid',
  summary: 'Get an Open Badges 2.0 Assertion',
  description: `${forms}\n\nA revoked credential has \`revoked: true\`. As JSON-LD it returns 410, as Open Badges 2.0 requires. An erased credential returns 410 in both formats, with the error \`credential_gone\`.`,
  answers: awardDocumentSchema,
  errors: ['credential_not_found', 'credential_gone'],
  others: [
    redirectToPage,
    notModified,
    {
      status: 410,
      when: 'A revoked credential as JSON-LD: its URL, `revoked` and the reason.',
      serves: ['application/ld+json'],
    },
  ],
  examples: {
    reply: {
      '@context': openBadges2Url,
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
  noun: 'documents.shareText',
  since: '1.0',
  method: 'GET',
  path: '/certify-badge/award/:guid/share-text',
  access: 'public',
  tag,
  summary: 'Get the share text of a credential',
  description: "The badge's share text with its placeholders filled in, or a default text.",
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
  noun: { none: 'the link of a mail: a page for people' },
  audit: 'issuer',
  since: '1.0',
  method: 'GET',
  path: '/certify-badge/verify-issuer/:guid/:code',
  access: 'public',
  tag,
  summary: 'Open the verification link',
  description:
    "The page behind the link in the verification email. Opening it verifies the issuer. HEAD requests, which email programs use to check links, don't. An invalid link returns 400 and a page that says so.",
  params: byGuid.extend({ code: z.string().meta({ description: 'The code from the email' }) }),
  errors: ['storage_full'],
  serves: ['text/html'],
  others: [redirectToOwnHost, createErrorPage(400, 'The link is invalid.')],
});

export const getImage = defineOperation({
  id: 'getImage',
  noun: 'documents.image',
  since: '1.0',
  method: 'GET',
  path: '/ipfs/:cid',
  access: 'public',
  tag,
  summary: 'Get an image',
  description:
    'The content behind this URL never changes, so you can cache it forever. With `format`, or `Accept: application/vnd.ipld.raw` or `application/vnd.ipld.car`, the response is a block or a CAR file, as from any IPFS [trustless gateway](https://specs.ipfs.tech/http-gateways/trustless-gateway/): its bytes hash to the CID. Supports `HEAD`, `Range` (not for CAR files), `ETag` and `If-None-Match`.',
  params: z.object({
    cid: z.string().meta({ description: 'Content address (CID) in any common base' }),
  }),
  query: z.object({
    format: z
      .enum(['raw', 'car'])
      .optional()
      .meta({ description: 'A block or a CAR file. Takes precedence over `Accept`' }),
  }),
  errors: ['image_not_found', 'image_unavailable', 'range_not_satisfiable'],
  serves: [
    'image/png',
    'image/jpeg',
    'text/css',
    'font/woff2',
    'image/x-icon',
    'application/octet-stream',
    'application/vnd.ipld.raw',
    'application/vnd.ipld.car',
  ],
  others: [
    notModified,
    {
      status: 206,
      when: 'The part that `Range` asks for.',
      serves: ['image/png', 'image/jpeg', 'application/vnd.ipld.raw'],
    },
  ],
  anyOrigin: true,
});

export const documentOperations = {
  publicIssuer,
  publicBadge,
  publicAward,
  publicShareText,
} as const;

export const issuerLinkOperations = { verifyIssuerLink } as const;

export const imageOperations = { getImage } as const;
