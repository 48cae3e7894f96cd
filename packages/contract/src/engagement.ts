import { z } from 'zod';
import { idOrUrl, line } from './text.ts';

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

const day = line({ max: 40 }).meta({ description: 'A day in UTC, such as 2026-03-01' });

/** What days GET /stats tells of: the last 30 when nothing is asked for, at most 400. */
export const statsQuery = z.object({ from: day.optional(), to: day.optional() });

const counts = engagementStats.extend({ issued: z.int() });

/** Engagement by day (decisions, GET /stats). */
export const dailyStats = z
  .object({
    from: z.string(),
    to: z.string(),
    days: z.array(counts.extend({ day: z.string() })).meta({ description: 'Every day in order' }),
    total: counts,
  })
  .meta({ id: 'DailyStats' });
