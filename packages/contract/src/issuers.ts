import { z } from 'zod';
import { email, idOrUrl, line, prose, webUrl } from './text.ts';

const linkedinOrganizationId = line({ min: 0, max: 20 }).regex(
  /^\d*$/,
  'must be the numeric id of the company page',
);
const image = z
  .string()
  .meta({ description: 'PNG or JPG, base64 or data URI, at most 5 MiB and 25 megapixels' });

/** Interface specification §2.3. */
export const createIssuer = z.object({
  name: line({ min: 3, max: 200 }),
  url: webUrl,
  email,
  logo: image.optional(),
  linkedinOrganizationId: linkedinOrganizationId.optional(),
});

export const updateIssuer = z
  .object({
    name: line({ min: 3, max: 200 }),
    url: webUrl,
    email,
    logo: image.meta({ description: 'As on create; an empty string removes it' }),
    linkedinOrganizationId: linkedinOrganizationId.meta({
      description: 'An empty string clears it',
    }),
  })
  .partial();

export const verifyIssuer = z.object({
  code: prose({ max: 2_048 }).meta({ description: 'From the mail; the whole link does too' }),
  issuerId: idOrUrl.optional().meta({ description: 'May repeat the path' }),
});

export const issuer = z
  .object({
    id: z.string().meta({ description: 'URL' }),
    name: z.string(),
    url: z.string(),
    email: z.string(),
    verified: z.boolean(),
    timestamp: z.int().meta({ description: 'Creation, epoch milliseconds' }),
    logo: z.string().optional().meta({ description: 'URL' }),
    linkedinOrganizationId: z.string().optional(),
  })
  .meta({ id: 'IssuerItem' });

export const issuerList = z.object({
  items: z.array(issuer),
  lastEvaluatedKey: z.string().optional(),
});
