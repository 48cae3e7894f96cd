import { z } from 'zod';
import { exampleIds, examplePicture } from './examples.ts';
import { accountEditAccess, accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { color, idOrUrl, line } from './text.ts';

/**
 * Maximum number of uploaded pictures per account that no badge uses. The oldest are deleted first.
 */
export const MAX_DESIGN_PICTURES = 100;

const template = z
  .object({
    id: z.string().meta({ description: 'Stays the same' }),
    name: z.string().meta({ description: 'As the designer of the dashboard calls it' }),
    designJson: z.string().meta({
      description: 'The design, to be changed or sent as it is: `designJson` of a badge',
    }),
    preview: z.string().meta({ description: 'A small picture of it, 240 by 240: data URI, WebP' }),
  })
  .meta({ id: 'DesignTemplate' });

export const listDesignTemplates = defineOperation({
  id: 'listDesignTemplates',
  since: '1.0',
  method: 'GET',
  path: '/design-templates',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'List templates of badge designs, filled in',
  description:
    'All templates in a colour and with the words that are given, or in those of an issuer, with its logo. A design that is sent with `POST /badges` and no `image` becomes the picture of the badge. Letters that no font of designs has are refused.',
  query: z.object({
    issuerId: idOrUrl.optional().meta({
      description:
        'An issuer of the account: its logo, and its name and the colour of its brand unless others are given. Of one without a logo nothing stays free',
    }),
    accentColor: color.optional().meta({
      description: '#rrggbb, such as that of the brand; darkened until letters are clear',
    }),
    title: line({ max: 200 }).optional().meta({ description: 'Such as the name of the badge' }),
    issuer: line({ max: 200 }).optional().meta({ description: 'Such as the name of the issuer' }),
    icon: z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/, 'must be the name of an icon, such as award')
      .optional()
      .meta({ description: 'Name of an icon of tabler.io/icons; `award` when not given' }),
  }),
  reply: z.object({
    items: z
      .array(template)
      .meta({ description: 'In the order in which the designer offers them' }),
  }),
  errors: ['busy', 'image_unavailable', 'issuer_not_found'],
  examples: {
    query: { accentColor: '#8a1538', title: 'First steps', issuer: 'Example Academy' },
    reply: {
      items: [
        {
          id: 'gold-seal',
          name: 'Gold seal',
          designJson: '{"insigniaDesign":1,"kind":"badge","width":1024,"height":1024,"layers":[]}',
          preview: 'data:image/webp;base64,UklGRg==',
        },
      ],
    },
  },
});

export const addDesignPicture = defineOperation({
  id: 'addDesignPicture',
  since: '1.0',
  method: 'POST',
  path: '/design-pictures',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Add a picture for designs',
  description: `Decoded and written anew, at most 1024 pixels a side and 1 MiB; a layer of a design names it by \`picture\`. It stays as long as the design of a badge has it. Of others the newest ${MAX_DESIGN_PICTURES} stay.`,
  body: z.object({
    image: z
      .string()
      .meta({ description: 'PNG or JPG, base64 or data URI, at most 5 MiB and 25 megapixels' }),
  }),
  reply: z.object({
    picture: z.string().meta({ description: 'Its content address, for `picture` of a layer' }),
    image: z.string().meta({ description: 'Its URL' }),
    width: z.int().meta({ description: 'In pixels' }),
    height: z.int().meta({ description: 'In pixels' }),
  }),
  errors: ['busy', 'image_unavailable'],
  bodyLimit: bodyLimits.picture,
  examples: {
    body: { image: examplePicture },
    reply: {
      picture: exampleIds.image.slice(exampleIds.image.lastIndexOf('/') + 1),
      image: exampleIds.image,
      width: 1,
      height: 1,
    },
  },
});
