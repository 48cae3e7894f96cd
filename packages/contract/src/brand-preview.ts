import { z } from 'zod';
import { brandFields } from './brands.ts';
import { accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { idOrUrl, line } from './text.ts';

const previewFiles = ['certificate.pdf', 'certificate.png', 'card.png'] as const;
export type PreviewFile = (typeof previewFiles)[number];

export const previewBrand = defineOperation({
  id: 'previewBrand',
  since: '1.0',
  method: 'POST',
  path: '/issuers/:issuerId/brand/preview',
  access: accountReadAccess,
  keepsNothing: true,
  tag: 'Issuers',
  summary: 'See a brand before it is saved',
  description:
    'The certificate or card of a credential as it would be with these changes of the brand, by the rules of `PUT /issuers/{issuerId}/brand`; what is not sent is as it is. Without `credentialId` recipient and badge are invented, and its address leads nowhere. Nothing is kept: it is a POST so that pictures and names stand in no URL. At most 300 a minute for an account.',
  params: z.object({ issuerId: idOrUrl }),
  ids: { issuerId: 'issuer_not_found' },
  body: brandFields.extend({
    file: z.enum(previewFiles).default('certificate.pdf').meta({
      description:
        'The certificate; the same as a picture, 1,200 pixels on its longer side; or the card',
    }),
    credentialId: idOrUrl.optional().meta({ description: 'One that this issuer has issued' }),
    recipientName: line({ max: 120 })
      .optional()
      .meta({ description: 'Without `credentialId`: to whom; an example by default' }),
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
