import { z } from 'zod';
import { MAX_COUNTED_AWARDS } from './credentials.ts';

/** Members of requests and responses that edit a badge or a brand. */
export const applyToIssued = z.boolean().meta({
  description:
    'Whether issued credentials get this edition too. Starts a job, whose ID is `jobId`. Earlier signed copies become revoked if texts, details (except `validFor`) or pictures of the badge, or name, website, email or logo of the issuer changed; recipients can download new ones. Default: false',
});
export const updateJobId = z
  .string()
  .optional()
  .meta({ description: 'With `applyToIssued`: poll GET /jobs/{jobId} for progress' });

/** Reply of operations that count what `applyToIssued` would update. */
export const issuedCount = z.object({
  count: z.int().meta({
    description: `Credentials that aren't revoked. At most ${MAX_COUNTED_AWARDS.toLocaleString('en')} are counted`,
  }),
  isMore: z.boolean().meta({ description: 'Whether there are more than 10,000' }),
});
