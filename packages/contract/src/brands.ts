import { z } from 'zod';
import { exampleIds, examplePicture } from './examples.ts';
import { accountEditAccess, accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { color, idOrUrl, line, webUrl } from './text.ts';

/**
 * classic: frame and seal; engraved: guilloche; academic: university diploma; modern: large type,
 * asymmetric; editorial: columns; minimal: essentials only.
 */
export const certificateStyles = [
  'classic',
  'engraved',
  'academic',
  'modern',
  'editorial',
  'minimal',
] as const;
export type CertificateStyle = (typeof certificateStyles)[number];
export const orientations = ['landscape', 'portrait'] as const;
export type Orientation = (typeof orientations)[number];
export const papers = ['a4', 'letter'] as const;
export type Paper = (typeof papers)[number];
/** ISO 639 codes of the languages of pages, certificates and emails. */
export const languages = ['en', 'de', 'fr', 'es', 'ar'] as const;
export type Language = (typeof languages)[number];
export const MAX_SIGNATURES = 2;

export const defaultBrand = {
  accentColor: '#24477f',
  footText: '',
  certificateStyle: 'classic',
  orientation: 'landscape',
  paper: 'a4',
  language: 'en',
  searchIndexing: false,
} as const;

const byId = z.object({ issuerId: idOrUrl });
const ids = { issuerId: 'issuer_not_found' } as const;
const pictureText =
  'PNG or JPG, base64 or data URI, at most 5 MiB and 25 megapixels, not all transparent. Its URL, as this brand has it, keeps it';

const fields = {
  certificateStyle: z.enum(certificateStyles).meta({
    description:
      'How certificates are set: `classic` has frame and seal, `engraved` fine interwoven lines, `academic` is a diploma of a university, `modern` has large type, `editorial` columns, `minimal` only what must be there',
  }),
  orientation: z.enum(orientations).meta({ description: 'Of certificates' }),
  paper: z.enum(papers).meta({ description: 'Of certificates' }),
  language: z.enum(languages).meta({
    description: 'Of labels and dates on pages, certificates, cards and in mails (ISO 639)',
  }),
  searchIndexing: z.boolean().meta({
    description:
      'Whether search engines may list the public pages and files of credentials, badges and issuer. Takes effect once the issuer is verified, and never for revoked credentials. Off by default, because the pages name recipients',
  }),
};

const signature = z
  .object({
    name: z.string().meta({ description: 'Who signs' }),
    title: z.string().meta({ description: 'As what; empty when not given' }),
    picture: z.string().optional().meta({ description: 'URL of the written signature' }),
  })
  .meta({ id: 'Signature' });

export const brand = z
  .object({
    accentColor: z.string().meta({ description: 'As it was chosen, #rrggbb' }),
    shades: z
      .object({
        onLight: z.string().meta({ description: 'On white paper and light ground' }),
        onDark: z.string().meta({ description: 'On dark ground' }),
      })
      .meta({
        description:
          'The accent colour as it is used: darkened or lightened as little as it takes for a contrast of 4.5:1 (WCAG 2.2)',
      }),
    logo: z.string().optional().meta({ description: 'URL; for light ground: the issuer’s logo' }),
    logoDark: z.string().optional().meta({ description: 'URL; for dark ground' }),
    signatures: z
      .array(signature)
      .max(MAX_SIGNATURES)
      .meta({ description: 'On certificates, in this order' }),
    website: z.string().optional().meta({ description: 'Named at the foot of pages and mails' }),
    footText: z.string().meta({ description: 'At the foot of pages and mails; may be empty' }),
    ...fields,
  })
  .meta({ id: 'Brand' });

export const brandFields = z
  .object({
    accentColor: color.meta({
      description: '#rrggbb; `shades` in the answer tells how it is used',
    }),
    logoDark: z.string().meta({
      description: `Logo for dark ground, at least 8 by 8 pixels. ${pictureText}; an empty string removes it`,
    }),
    signatures: z
      .array(
        z.object({
          name: line({ max: 200 }).meta({ description: 'Who signs' }),
          title: line({ min: 0, max: 200 }).default('').meta({ description: 'As what' }),
          picture: z
            .string()
            .optional()
            .meta({
              description: `The written signature, best with a transparent ground, at least 80 by 20 pixels. ${pictureText}`,
            }),
        }),
      )
      .max(MAX_SIGNATURES)
      .meta({ description: 'All of them, in their order; an empty list removes them' }),
    website: z
      .union([z.literal(''), webUrl])
      .meta({ description: 'http or https; an empty string clears it' }),
    footText: line({ min: 0, max: 300 }).meta({
      description: 'One line, such as an address or the register; an empty string clears it',
    }),
    ...fields,
  })
  .partial();

const exampleBrand = {
  accentColor: '#8a1538',
  certificateStyle: 'academic',
  language: 'de',
  footText: 'Example Academy · Registered charity 123456',
} as const;

export const getBrand = defineOperation({
  id: 'getBrand',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/brand',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'Read the brand of an issuer',
  description:
    'How its pages, certificates, cards and mails look. Where nothing was chosen, what is in effect without.',
  params: byId,
  ids,
  tagged: true,
  reply: brand,
  examples: {
    reply: {
      ...defaultBrand,
      ...exampleBrand,
      shades: { onLight: '#8a1538', onDark: '#bd7c90' },
      signatures: [{ name: 'Ada Lovelace', title: 'Rector' }],
    },
  },
});

export const updateBrand = defineOperation({
  id: 'updateBrand',
  since: '1.0',
  method: 'PUT',
  path: '/issuers/:issuerId/brand',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Change the brand of an issuer',
  description:
    'What is not sent stays. It can change at any time, also of a verified issuer: it is how things look, not what they say. Documents that are hosted or signed stay as they are; the logo for light ground is the issuer’s (`PUT /issuers/{issuerId}`). What the answer of GET holds can be sent back. With `If-Match` nothing is overwritten that somebody else has written since it was read.',
  params: byId,
  ids,
  tagged: true,
  body: brandFields,
  reply: brand,
  errors: ['busy', 'image_unavailable'],
  bodyLimit: bodyLimits.picture,
  examples: {
    body: {
      ...exampleBrand,
      logoDark: examplePicture,
      signatures: [{ name: 'Ada Lovelace', title: 'Rector' }],
    },
    reply: {
      ...defaultBrand,
      ...exampleBrand,
      shades: { onLight: '#8a1538', onDark: '#bd7c90' },
      logoDark: exampleIds.image,
      signatures: [{ name: 'Ada Lovelace', title: 'Rector' }],
    },
  },
});
