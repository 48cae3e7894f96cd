import { z } from 'zod';
import {
  badgeDetails,
  badgeDetailsReply,
  badgeTextsReply,
  defaultShareText,
  shareText,
} from './badge-details.ts';
import { applyToIssued, issuedCount, updateJobId } from './editions.ts';
import { exampleIds, examplePicture } from './examples.ts';
import { accountEditAccess, accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { idOrUrl, line, paged, prose } from './text.ts';

const pictureText = 'PNG or JPG, base64 or data URI, at most 5 MiB and 25 megapixels';
const image = z.string().meta({ description: pictureText });
const longText = prose({ max: 10_000 });
const designJson = z
  .string()
  .max(2 * 1024 * 1024, 'must be at most 2 MiB')
  .refine(
    (value) => value.isWellFormed() && !value.includes('\u0000'),
    'must be well-formed Unicode without NUL characters',
  );

const id = z.string().meta({ description: 'URL of the badge' });
const byId = z.object({ badgeId: idOrUrl });
const ids = { badgeId: 'badge_not_found' } as const;

const certificateId = idOrUrl.nullish().meta({
  description:
    'A certificate design of the issuer. `null`: the issuer’s default, or else the style of its brand',
});

const cardId = idOrUrl.nullish().meta({
  description:
    'A design of share cards of the issuer. `null`: the issuer’s default, or else the standard card',
});

const fields = z.object({
  name: line({ max: 200 }).meta({ description: 'Name on pages and in documents' }),
  description: longText.meta({ description: 'Description, in Markdown' }),
  criteria: longText.meta({ description: 'How to earn it, in Markdown' }),
  image,
  designJson: designJson.meta({
    description:
      "The image's design, as a string. A design made by Insignia is drawn when you send no image. Any other string leaves the badge's image unchanged",
  }),
});

export const badge = z
  .object({
    id,
    ...badgeTextsReply,
    image: z.string().meta({ description: 'URL of the image, which depends on its content' }),
    issuer: z.string().meta({ description: 'URL of the issuer' }),
    timestamp: z.iso.datetime().meta({ description: 'Created at, in UTC' }),
    shareText: z
      .string()
      .optional()
      .meta({ description: 'Suggested to recipients who share the credential' }),
    designJson: z.string().optional().meta({ description: 'The design, if the badge has one' }),
    certificateId: z
      .string()
      .optional()
      .meta({ description: 'The certificate design that the badge has chosen' }),
    cardId: z
      .string()
      .optional()
      .meta({ description: 'The design of share cards that the badge has chosen' }),
    ...badgeDetailsReply,
  })
  .meta({ id: 'Badge' });

const example = {
  name: 'First steps',
  description: 'Knows how a badge is issued.',
  criteria: 'Issued a badge and **verified** it.',
} as const;
const exampleItem = {
  id: exampleIds.badge,
  name: example.name,
  description: example.description,
  criteria: { narrative: example.criteria },
  image: exampleIds.image,
  issuer: exampleIds.issuer,
  timestamp: '2026-03-01T09:30:00.000Z',
} as const;

export const createBadge = defineOperation({
  id: 'createBadge',
  noun: 'badges.create',
  audit: 'badge',
  since: '1.0',
  method: 'POST',
  path: '/badges',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Create a badge',
  description:
    "Requires a verified issuer. The image is converted to PNG, at most 1024 pixels per side and 1 MiB. Its URL depends on its content, so the URL changes when the image does. Without `image`, the image is drawn from `designJson`, for example a template from `GET /design-templates`. A design that can't be drawn completely is rejected.",
  body: fields.extend({
    image: fields.shape.image.optional().meta({
      description: `${pictureText}. Without it, the image is drawn from designJson`,
    }),
    issuerId: idOrUrl.meta({ description: 'A verified issuer of the account' }),
    shareText: shareText.optional().meta({
      description:
        'Suggested to recipients who share the credential. Placeholders: {{badge_name}}, {{issuer_name}} and {{recipient_name}}',
    }),
    designJson: fields.shape.designJson.optional(),
    certificateId,
    cardId,
    ...badgeDetails,
  }),
  reply: z.object({ badgeId: id }),
  errors: [
    ...(['issuer_not_found', 'issuer_not_verified', 'certificate_not_found'] as const),
    ...(['busy', 'image_unavailable'] as const),
  ],
  idempotent: true,
  bodyLimit: bodyLimits.picture,
  examples: {
    body: { ...example, image: examplePicture, issuerId: exampleIds.issuer },
    reply: { badgeId: exampleIds.badge },
  },
});

export const listBadges = defineOperation({
  id: 'listBadges',
  noun: 'badges.list',
  since: '1.0',
  method: 'GET',
  path: '/badges',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'List badges',
  description:
    'Returns all badges of the account as a bare array, newest first. With `limit`, the list is paged: follow the `Link` header with `rel="next"`. With `badgeId`, returns that badge only.',
  query: paged.extend({
    badgeId: idOrUrl.optional().meta({ description: 'Return this badge only' }),
    includeShareText: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: 'With `badgeId`: include the share text' }),
    limit: z.coerce
      .number<number>()
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: 'Badges per page. Without it, all are returned' }),
  }),
  reply: z.union([z.array(badge), badge]),
  errors: ['badge_not_found', 'invalid_page_token'],
  examples: { reply: [exampleItem] },
});

export const getBadge = defineOperation({
  id: 'getBadge',
  noun: 'badges.get',
  since: '1.0',
  method: 'GET',
  path: '/badges/:badgeId',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'Get a badge',
  description: 'Includes the share text and the design, if the badge has one.',
  params: byId,
  ids,
  tagged: true,
  reply: badge,
  examples: { reply: { ...exampleItem, shareText: defaultShareText } },
});

/** Maximum number of addresses in one call. */
export const holdersLimit = 5_000;

const findHolders = defineOperation({
  id: 'findHolders',
  noun: 'badges.holders',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/badges/:badgeId/holders',
  access: accountReadAccess,
  keepsNothing: true,
  tag: 'Badges',
  summary: 'Find recipients who have a badge',
  description:
    "Returns the email addresses you sent whose recipients have a credential of this badge. Revoked credentials don't count, and case is ignored. An import with `onDuplicate=skip` would skip them. Changes nothing; POST keeps addresses out of URLs.",
  params: byId,
  ids,
  body: z.object({
    emails: z
      .array(line({ max: 254 }))
      .min(1, 'must not be empty')
      .max(holdersLimit, `must have at most ${holdersLimit} addresses`)
      .meta({ description: 'Email addresses, at most 5,000' }),
  }),
  reply: z.object({
    emails: z
      .array(z.string())
      .meta({ description: 'The addresses that already have the badge, as sent' }),
    notEmailed: z.array(z.string()).meta({
      description:
        'The addresses that get no email, as sent: they unsubscribed from your emails, bounced or complained',
    }),
  }),
  envelope: true,
  bodyLimit: bodyLimits.many,
  examples: {
    body: { emails: ['ada@example.org', 'charles@example.org'] },
    reply: { emails: ['ada@example.org'], notEmailed: [] },
  },
});

export const updateBadge = defineOperation({
  id: 'updateBadge',
  noun: 'badges.update',
  audit: 'badge',
  since: '1.0',
  method: 'PUT',
  path: '/badges/:badgeId',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Update a badge',
  description:
    "Fields you omit stay unchanged. A new Insignia design without `image` is drawn, or rejected if it can't be. A `designJson` in any other format (not JSON, or without `insigniaDesign`) is stored and the image stays; the response is still 200. Issued credentials keep the edition of the moment they were issued, unless you send `applyToIssued`. The public badge document shows the current edition. Send `If-Match` to avoid overwriting someone else's changes.",
  params: byId,
  ids,
  tagged: true,
  body: fields.partial().extend({
    ...badgeDetails,
    badgeId: idOrUrl.optional().meta({ description: 'If sent, must match the path' }),
    certificateId,
    cardId,
    applyToIssued: applyToIssued.optional(),
  }),
  reply: z.object({
    badgeId: id,
    updated: z.literal(true).meta({ description: 'Always true' }),
    jobId: updateJobId,
  }),
  errors: ['certificate_not_found', 'busy', 'image_unavailable'],
  bodyLimit: bodyLimits.picture,
  examples: {
    body: { description: 'Knows how a badge is issued and verified.' },
    reply: { badgeId: exampleIds.badge, updated: true },
  },
});

const countBadgeIssued = defineOperation({
  id: 'countBadgeIssued',
  noun: 'badges.countIssued',
  since: '1.0',
  method: 'GET',
  path: '/badges/:badgeId/issued',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'Count the issued credentials of a badge',
  description: 'How many credentials `PUT /badges/{badgeId}` with `applyToIssued` would update.',
  params: byId,
  ids,
  reply: issuedCount,
  examples: { reply: { count: 412, isMore: false } },
});

export const updateShareText = defineOperation({
  id: 'updateShareText',
  noun: 'badges.setShareText',
  audit: 'badge',
  since: '1.0',
  method: 'PUT',
  path: '/badges/:badgeId/share-text',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Set the share text of a badge',
  description:
    "Plain text. {{badge_name}}, {{issuer_name}} and {{recipient_name}} are replaced when it's shown. Unknown placeholders are rejected.",
  params: byId,
  ids,
  tagged: true,
  body: z.object({ text: shareText.meta({ description: 'At most 1,000 characters' }) }),
  reply: z.object({ badgeId: id }),
  examples: {
    body: { text: 'I have earned {{badge_name}} from {{issuer_name}}.' },
    reply: { badgeId: exampleIds.badge },
  },
});

const deleteBadge = defineOperation({
  id: 'deleteBadge',
  noun: 'badges.delete',
  audit: 'badge',
  since: '1.0',
  method: 'DELETE',
  path: '/badges/:badgeId',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Delete a badge',
  description:
    "Fails while the badge has credentials that aren't revoked: revoke or erase them first. The public document stays while a revoked credential refers to it.",
  params: byId,
  ids,
  reply: z.string(),
  errors: ['badge_has_credentials'],
  examples: { reply: 'badge deleted' },
});

export const badgeOperations = {
  createBadge,
  listBadges,
  getBadge,
  updateBadge,
  countBadgeIssued,
  updateShareText,
  deleteBadge,
} as const;

export const holderOperations = { findHolders } as const;
