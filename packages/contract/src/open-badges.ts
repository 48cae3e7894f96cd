import { z } from 'zod';
import { awardDetailsReply } from './award-details.ts';
import { badgeDetailsReply, badgeTextsReply } from './badge-details.ts';

export const context = 'https://w3id.org/openbadges/v2';

const id = z.string().meta({ description: 'Its own address' });
const contextOf = z.literal(context).meta({ description: 'JSON-LD context of Open Badges 2.0' });
const hosted = z.literal('hosted').meta({ description: 'The document at its address counts' });

export const issuerDocument = z
  .object({
    '@context': contextOf,
    type: z.literal('Issuer').meta({ description: 'What it is' }),
    id,
    name: z.string().meta({ description: 'Who issues' }),
    url: z.string().meta({ description: "The issuer's own site" }),
    email: z.string().meta({ description: 'Where it can be reached' }),
    image: z.string().optional().meta({ description: 'URL of the logo, when it has one' }),
    verification: z
      .object({
        type: hosted,
        allowedOrigins: z.string().meta({ description: 'Host of its assertions' }),
      })
      .meta({ description: 'How its assertions are verified' }),
  })
  .meta({ id: 'IssuerDocument' });

export const badgeDocument = z
  .object({
    '@context': contextOf,
    type: z.literal('BadgeClass').meta({ description: 'What it is' }),
    id,
    ...badgeTextsReply,
    image: z.string().meta({ description: 'URL of the picture' }),
    issuer: z.string().meta({ description: 'URL of the issuer' }),
    tags: badgeDetailsReply.tags,
    alignment: badgeDetailsReply.alignment,
  })
  .meta({ id: 'BadgeDocument' });

export const awardDocument = z
  .object({
    '@context': contextOf,
    type: z.literal('Assertion').meta({ description: 'What it is' }),
    id,
    recipient: z
      .object({
        type: z.literal('email').meta({ description: 'Whom the identity names' }),
        hashed: z.literal(true).meta({ description: 'The address itself is not published' }),
        identity: z.string().meta({
          description: 'sha256$ and the hexadecimal SHA-256 of the address in lower case',
        }),
      })
      .meta({ description: 'Who has earned it' }),
    badge: z.string().meta({ description: 'URL of the badge' }),
    image: z
      .string()
      .optional()
      .meta({ description: "URL of the badge's picture with this document baked in" }),
    issuedOn: z.iso.datetime().meta({ description: 'When it was earned, in UTC' }),
    expires: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Until when it holds, in UTC; for good when not there' }),
    verification: z.object({ type: hosted }).meta({ description: 'How it is verified' }),
    revoked: z.boolean().meta({ description: 'Whether it has been revoked' }),
    revocationReason: z
      .string()
      .optional()
      .meta({ description: 'Only when it was revoked with a reason' }),
    narrative: awardDetailsReply.narrative,
    evidence: awardDetailsReply.evidence,
  })
  .meta({ id: 'AwardDocument' });
