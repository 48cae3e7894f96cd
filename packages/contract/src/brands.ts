import { z } from 'zod';
import { applyToIssued, issuedCount, updateJobId } from './editions.ts';
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
export const MAX_SIGNATURES = 3;

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
  'PNG or JPG, base64 or data URI, at most 5 MiB and 25 megapixels, not fully transparent. Send the URL from this brand to keep the image';

const fields = {
  certificateStyle: z.enum(certificateStyles).meta({
    description:
      'Certificate style. `classic`: frame and seal. `engraved`: fine interwoven lines. `academic`: a university diploma. `modern`: large type. `editorial`: columns. `minimal`: required content only',
  }),
  orientation: z.enum(orientations).meta({ description: 'For certificates' }),
  paper: z.enum(papers).meta({ description: 'For certificates' }),
  language: z.enum(languages).meta({
    description:
      'Language of labels and dates on pages, certificates, link previews and emails (ISO 639)',
  }),
  searchIndexing: z.boolean().meta({
    description:
      'Whether search engines may list the public pages and files of credentials, badges and issuer. Takes effect once the issuer is verified, and never for revoked credentials. Off by default, because the pages name recipients',
  }),
};

const signature = z
  .object({
    name: z.string().meta({ description: 'Name of the signer' }),
    title: z.string().meta({ description: 'Title of the signer; may be empty' }),
    picture: z.string().optional().meta({ description: 'URL of the signature image' }),
  })
  .meta({ id: 'Signature' });

export const brand = z
  .object({
    accentColor: z.string().meta({ description: 'The color you chose, #rrggbb' }),
    shades: z
      .object({
        onLight: z.string().meta({ description: 'On white paper and light backgrounds' }),
        onDark: z.string().meta({ description: 'On dark backgrounds' }),
      })
      .meta({
        description:
          'The accent color in use, adjusted just enough for a contrast of 4.5:1 (WCAG 2.2)',
      }),
    logo: z
      .string()
      .optional()
      .meta({ description: "URL of the logo for light backgrounds, which is the issuer's logo" }),
    logoDark: z.string().optional().meta({ description: 'URL of the logo for dark backgrounds' }),
    signatures: z
      .array(signature)
      .max(MAX_SIGNATURES)
      .meta({ description: 'Signatures on certificates, in order' }),
    website: z
      .string()
      .optional()
      .meta({ description: 'Website shown in the footer of pages and emails' }),
    footText: z
      .string()
      .meta({ description: 'Footer text of pages, certificates and emails; may be empty' }),
    certificateId: z
      .string()
      .optional()
      .meta({ description: 'Certificate design of badges that have chosen none' }),
    cardId: z
      .string()
      .optional()
      .meta({ description: 'Design of share cards of badges that have chosen none' }),
    ...fields,
  })
  .meta({ id: 'Brand' });

export const brandFields = z
  .object({
    accentColor: color.meta({
      description: '#rrggbb. `shades` in the response shows the adjusted colors',
    }),
    logoDark: z.string().meta({
      description: `Logo for dark backgrounds, at least 8 by 8 pixels. ${pictureText}. An empty string removes it`,
    }),
    signatures: z
      .array(
        z.object({
          name: line({ max: 200 }).meta({ description: 'Name of the signer' }),
          title: line({ min: 0, max: 200 })
            .default('')
            .meta({ description: 'Title of the signer' }),
          picture: z
            .string()
            .optional()
            .meta({
              description: `Signature image, preferably with a transparent background, at least 80 by 20 pixels. ${pictureText}`,
            }),
        }),
      )
      .max(MAX_SIGNATURES)
      .meta({ description: 'All signatures in order. An empty list removes them' }),
    website: z
      .union([z.literal(''), webUrl])
      .meta({ description: 'http or https URL. An empty string removes it' }),
    footText: line({ min: 0, max: 300 }).meta({
      description:
        'Footer text of pages, certificates and emails: one line, such as an address or a registration number. An empty string removes it',
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
  noun: 'issuers.brand',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/brand',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'Get the brand of an issuer',
  description:
    "The look of the issuer's pages, certificates, link previews and emails. Includes defaults for everything you haven't set.",
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
  noun: 'issuers.updateBrand',
  audit: 'issuer',
  since: '1.0',
  method: 'PUT',
  path: '/issuers/:issuerId/brand',
  access: accountEditAccess,
  tag: 'Issuers',
  summary: 'Update the brand of an issuer',
  description:
    "Fields you omit stay unchanged. You can change the brand of a verified issuer at any time, because it changes only the look. Issued credentials keep the brand of the moment they were issued, unless you send `applyToIssued`; `searchIndexing` always applies to them. Hosted and signed documents stay the same. The logo for light backgrounds is the issuer's (`PUT /issuers/{issuerId}`). You can send back what GET returns. Send `If-Match` to avoid overwriting someone else's changes.",
  params: byId,
  ids,
  tagged: true,
  body: brandFields.extend({
    certificateId: idOrUrl.nullish().meta({
      description:
        'A certificate design of this issuer, for badges that have chosen none. `null`: `certificateStyle`',
    }),
    cardId: idOrUrl.nullish().meta({
      description:
        'A design of share cards of this issuer, for badges that have chosen none. `null`: the standard card',
    }),
    applyToIssued: applyToIssued.optional(),
  }),
  reply: brand.extend({ jobId: updateJobId }),
  errors: ['certificate_not_found', 'busy', 'image_unavailable'],
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

const countIssuerIssued = defineOperation({
  id: 'countIssuerIssued',
  noun: 'issuers.countIssued',
  since: '1.0',
  method: 'GET',
  path: '/issuers/:issuerId/issued',
  access: accountReadAccess,
  tag: 'Issuers',
  summary: 'Count the issued credentials of an issuer',
  description:
    'How many credentials `PUT /issuers/{issuerId}/brand` with `applyToIssued` would update.',
  params: byId,
  ids,
  reply: issuedCount,
  examples: { reply: { count: 412, isMore: false } },
});

export const brandOperations = { getBrand, updateBrand, countIssuerIssued } as const;

const previewFiles = ['certificate.pdf', 'certificate.png', 'card.png'] as const;
export type PreviewFile = (typeof previewFiles)[number];

export const previewBrand = defineOperation({
  id: 'previewBrand',
  noun: 'issuers.previewBrand',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/brand/preview',
  access: accountReadAccess,
  keepsNothing: true,
  tag: 'Issuers',
  summary: 'Preview a brand',
  description:
    "Returns a certificate or link preview with these changes, under the rules of `PUT /issuers/{issuerId}/brand`. Fields you omit use the current brand. Without `credentialId`, recipient and badge are samples and the shown URL doesn't work. Nothing is stored; POST keeps images and names out of URLs. At most 300 requests per minute and account.",
  params: z.object({ issuerId: idOrUrl }),
  ids: { issuerId: 'issuer_not_found' },
  body: brandFields.extend({
    file: z.enum(previewFiles).default('certificate.pdf').meta({
      description:
        'The certificate as PDF, the certificate as an image of 1,200 pixels on the longer side, or the link preview',
    }),
    credentialId: idOrUrl.optional().meta({ description: 'A credential issued by this issuer' }),
    recipientName: line({ max: 120 }).optional().meta({
      description: "Without `credentialId`: the recipient's name. A sample name by default",
    }),
  }),
  errors: ['credential_not_found', 'busy', 'image_unavailable'],
  bodyLimit: bodyLimits.picture,
  serves: ['application/pdf', 'image/png'],
  examples: {
    body: {
      ...{ accentColor: '#8a1538', certificateStyle: 'academic', language: 'de' },
      ...{ file: 'certificate.png', recipientName: 'Ada Lovelace' },
    },
  },
});

export const previewOperations = { previewBrand } as const;
