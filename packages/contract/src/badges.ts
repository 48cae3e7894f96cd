import { z } from 'zod';
import { badgeDetails, badgeDetailsReply, badgeTextsReply } from './badge-details.ts';
import { exampleIds, examplePicture } from './examples.ts';
import { accountEditAccess, accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { defaultShareText, shareText } from './share-text.ts';
import { idOrUrl, line, paged, prose } from './text.ts';

const pictureText = 'PNG or JPG, base64 or data URI, at most 5 MiB and 25 megapixels';
const image = z.string().meta({ description: pictureText });
const longText = prose({ max: 10_000 });
const designJson = z
  .string()
  .max(2 * 1024 * 1024, 'must have at most 2 MiB')
  .refine(
    (value) => value.isWellFormed() && !value.includes('\u0000'),
    'must be well-formed Unicode without NUL',
  );

const id = z.string().meta({ description: 'URL of the badge' });
const byId = z.object({ badgeId: idOrUrl });
const ids = { badgeId: 'badge_not_found' } as const;

const fields = z.object({
  name: line({ max: 200 }).meta({ description: 'What it is called, on the page and in documents' }),
  description: longText.meta({ description: 'What it stands for, in Markdown' }),
  criteria: longText.meta({ description: 'How it is earned, in Markdown' }),
  image,
  designJson: designJson.meta({
    description:
      'The design that the picture was drawn from: any text. From one of ours the picture is drawn when none is sent with it; with any other text a badge keeps the picture that it has',
  }),
});

export const badge = z
  .object({
    id,
    ...badgeTextsReply,
    image: z.string().meta({ description: 'URL of the picture, by its content address' }),
    issuer: z.string().meta({ description: 'URL of the issuer' }),
    timestamp: z.iso.datetime().meta({ description: 'When it was created, in UTC' }),
    shareText: z.string().optional().meta({ description: 'Proposed to recipients who share it' }),
    designJson: z.string().optional().meta({ description: 'The design, when it has one' }),
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
  since: '1.0',
  method: 'POST',
  path: '/badges',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Create a badge under a verified issuer',
  description:
    'The picture is decoded and written anew: PNG, at most 1024 pixels a side and 1 MiB. It is served under its content address, so its URL changes when it does. Without `image` it is drawn from `designJson`, such as a template of `GET /design-templates`; what cannot be drawn whole is refused.',
  body: fields.extend({
    image: fields.shape.image.optional().meta({
      description: `${pictureText}; without it the picture is drawn from designJson`,
    }),
    issuerId: idOrUrl.meta({ description: 'An issuer of the account, verified' }),
    shareText: shareText.optional().meta({
      description:
        'Proposed to recipients who share it; {{badge_name}}, {{issuer_name}} and {{recipient_name}} are filled in',
    }),
    designJson: fields.shape.designJson.optional(),
    ...badgeDetails,
  }),
  reply: z.object({ badgeId: id }),
  errors: ['issuer_not_found', 'issuer_not_verified', 'busy', 'image_unavailable'],
  bodyLimit: bodyLimits.picture,
  examples: {
    body: { ...example, image: examplePicture, issuerId: exampleIds.issuer },
    reply: { badgeId: exampleIds.badge },
  },
});

export const listBadges = defineOperation({
  id: 'listBadges',
  since: '1.0',
  method: 'GET',
  path: '/badges',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'List badges, or read one with badgeId',
  description:
    'All badges of the account, newest first, as a bare array. With `limit` they come in pages: the header `Link` (`rel="next"`) leads to the next one. With `badgeId` the answer is that badge alone.',
  query: paged.extend({
    badgeId: idOrUrl.optional().meta({ description: 'Answers this badge alone' }),
    includeShareText: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: 'With `badgeId`: the share text too' }),
    limit: z.coerce
      .number<number>()
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: 'Badges a page; all at once when not given' }),
  }),
  reply: z.union([z.array(badge), badge]),
  errors: ['badge_not_found', 'invalid_page_token'],
  examples: { reply: [exampleItem] },
});

export const getBadge = defineOperation({
  id: 'getBadge',
  since: '1.0',
  method: 'GET',
  path: '/badges/:badgeId',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'Read one badge with its design',
  description: 'With its share text and, when it has one, its design.',
  params: byId,
  ids,
  tagged: true,
  reply: badge,
  examples: { reply: { ...exampleItem, shareText: defaultShareText } },
});

/** Maximum number of addresses in one call. */
export const holdersLimit = 5_000;

export const findHolders = defineOperation({
  id: 'findHolders',
  since: '1.0',
  method: 'POST',
  path: '/badges/:badgeId/holders',
  access: accountReadAccess,
  keepsNothing: true,
  tag: 'Badges',
  summary: 'Which of these people have the badge already',
  description:
    'Those whose e-mail address, in any case, has a credential of this badge that is not revoked: whom an import with `onDuplicate=skip` would leave out. It reads only; it is a POST so that addresses stand in no URL.',
  params: byId,
  ids,
  body: z.object({
    emails: z
      .array(line({ max: 254 }))
      .min(1, 'must not be empty')
      .max(holdersLimit, `must have at most ${holdersLimit} addresses`)
      .meta({ description: 'E-mail addresses, at most 5,000' }),
  }),
  reply: z.object({
    emails: z.array(z.string()).meta({ description: 'Those among them that have it, as given' }),
  }),
  envelope: true,
  bodyLimit: bodyLimits.many,
  examples: {
    body: { emails: ['ada@example.org', 'charles@example.org'] },
    reply: { emails: ['ada@example.org'] },
  },
});

export const updateBadge = defineOperation({
  id: 'updateBadge',
  since: '1.0',
  method: 'PUT',
  path: '/badges/:badgeId',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Update a badge',
  description:
    'What is not sent stays; a new design of ours that comes without `image` is drawn, or refused when it cannot be. A `designJson` that is none of ours (not JSON, or without `insigniaDesign`) is only kept, and the picture stays: the answer is 200 then too. Credentials that were issued show the badge as it is now, as Open Badges 2.0 has it. With `If-Match` nothing is overwritten that somebody else has written since it was read.',
  params: byId,
  ids,
  tagged: true,
  body: fields.partial().extend({
    ...badgeDetails,
    badgeId: idOrUrl.optional().meta({ description: 'May repeat the path' }),
  }),
  reply: z.object({
    badgeId: id,
    updated: z.literal(true).meta({ description: 'Always true' }),
  }),
  errors: ['busy', 'image_unavailable'],
  bodyLimit: bodyLimits.picture,
  examples: {
    body: { description: 'Knows how a badge is issued and verified.' },
    reply: { badgeId: exampleIds.badge, updated: true },
  },
});

export const updateShareText = defineOperation({
  id: 'updateShareText',
  since: '1.0',
  method: 'PUT',
  path: '/badges/:badgeId/share-text',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Set the share text',
  description:
    'Plain text. {{badge_name}}, {{issuer_name}} and {{recipient_name}} are filled in where it is shown; an unknown placeholder is refused.',
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

export const deleteBadge = defineOperation({
  id: 'deleteBadge',
  since: '1.0',
  method: 'DELETE',
  path: '/badges/:badgeId',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Delete a badge without credentials',
  description:
    'Credentials that are not revoked block it: revoke or delete them first. Its public document stays while a revoked credential refers to it.',
  params: byId,
  ids,
  reply: z.string(),
  errors: ['badge_has_credentials'],
  examples: { reply: 'badge deleted' },
});
