import { z } from 'zod';
import { brandFields } from './brands.ts';
import { accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { idOrUrl, line } from './text.ts';

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
