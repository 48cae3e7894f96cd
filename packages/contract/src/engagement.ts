import { z } from 'zod';
import { idOrUrl } from './text.ts';

const kinds = ['view', 'share', 'download', 'linkedin_add'] as const;
const networks = [
  'linkedin',
  'twitter',
  'facebook',
  'whatsapp',
  'telegram',
  'email',
  'copy',
] as const;

/** Interface specification §4.5, POST /awards/{awardGuid}/event. */
export const engagementEvent = z.object({
  awardGuid: idOrUrl.optional().meta({ description: 'May repeat the path' }),
  kind: z.enum(kinds),
  network: z.enum(networks).optional().meta({ description: 'Of a share' }),
});
export type EngagementEvent = z.output<typeof engagementEvent>;

/** Interface specification §2.6. */
export const engagementStats = z
  .object({
    views: z.int(),
    shares: z
      .record(z.string(), z.int())
      .meta({ description: 'By network; only those with counts' }),
    downloads: z.int(),
    linkedin_adds: z.int(),
  })
  .meta({ id: 'Engagement' });
