import { z } from 'zod';
import { awardDetailsReply } from './award-details.ts';
import { badgeDetailsReply, badgeTextsReply } from './badge-details.ts';

export const openBadges2Url = 'https://w3id.org/openbadges/v2';

const id = z.string().meta({ description: 'URL of this document' });
const contextSchema = z
  .literal(openBadges2Url)
  .meta({ description: 'JSON-LD context of Open Badges 2.0' });
const hosted = z
  .literal('hosted')
  .meta({ description: 'The document at its URL is authoritative' });

export const issuerDocumentSchema = z
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

export const badgeDocumentSchema = z
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

export const awardDocumentSchema = z
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
