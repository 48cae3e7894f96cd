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
    name: z.string().meta({ description: "Name in the dashboard's designer" }),
    designJson: z.string().meta({
      description: 'The design. Send it as `designJson` of a badge, changed or unchanged',
    }),
    preview: z
      .string()
      .meta({ description: 'Small preview, 240 by 240 pixels, as a WebP data URI' }),
  })
  .meta({ id: 'DesignTemplate' });

export const listDesignTemplates = defineOperation({
  id: 'listDesignTemplates',
  noun: 'designs.templates',
  since: '1.0',
  method: 'GET',
  path: '/design-templates',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'List design templates',
  description:
    "All templates, filled in with the color and texts you send, or with an issuer's brand and logo. If you send a design to `POST /badges` without an `image`, it becomes the badge's image. Characters that no design font contains are rejected.",
  query: z.object({
    issuerId: idOrUrl.optional().meta({
      description:
        'An issuer of the account. Its logo is used, and its name and brand color unless you send others. Without a logo, no space is reserved for one',
    }),
    accentColor: color.optional().meta({
      description: '#rrggbb, such as the brand color. Darkened until text is legible',
    }),
    title: line({ max: 200 }).optional().meta({ description: "For example the badge's name" }),
    issuer: line({ max: 200 }).optional().meta({ description: "For example the issuer's name" }),
    icon: z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/, 'must be an icon name, for example award')
      .optional()
      .meta({ description: 'Icon name from tabler.io/icons. Defaults to `award`' }),
  }),
  reply: z.object({
    items: z.array(template).meta({ description: 'In the order of the designer' }),
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

const addDesignPicture = defineOperation({
  id: 'addDesignPicture',
  noun: 'designs.addPicture',
  audit: 'badge',
  since: '1.0',
  method: 'POST',
  path: '/design-pictures',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Add an image for designs',
  description: `The image is converted to at most 1024 pixels per side and 1 MiB. Layers of a design refer to it by \`picture\`. It is kept while a design of a badge or certificate uses it. Of unused images, the newest ${MAX_DESIGN_PICTURES} are kept.`,
  body: z.object({
    image: z.string().meta({
      description:
        'PNG or JPG, base64 or data URI, at most 5 MiB and 25 megapixels. As `background` also a PDF of at most 100 pages, whose first page is drawn with 300 dots per inch of the sheet',
    }),
    use: z.enum(['layer', 'background']).optional().meta({
      description:
        '`background`: for a whole page of a certificate, converted to JPG with at most 2,480 pixels per side, or 3,508 for a PDF. Default: `layer`',
    }),
  }),
  reply: z.object({
    picture: z.string().meta({ description: 'Content address, for `picture` of a layer' }),
    image: z.string().meta({ description: 'URL of the image' }),
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

export const designOperations = { listDesignTemplates, addDesignPicture } as const;
