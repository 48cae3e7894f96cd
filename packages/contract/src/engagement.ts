import { z } from 'zod';
import { accountReadAccess, defineOperation } from './operation.ts';
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

const tag = 'Engagement';
const byGuid = z.object({ awardGuid: idOrUrl });
const ids = { awardGuid: 'credential_not_found' } as const;

const engagementStats = z
  .object({
    views: z.int().meta({ description: 'Views of the page' }),
    shares: z
      .record(z.string(), z.int())
      .meta({ description: 'By network; only those with counts' }),
    downloads: z.int().meta({ description: 'Downloads of its files' }),
    linkedin_adds: z.int().meta({ description: 'Additions to a LinkedIn profile' }),
  })
  .meta({ id: 'Engagement' });

const day = line({ max: 40 });
const range = z.object({
  from: day.optional().meta({
    description: 'First day in UTC, such as 2026-03-01; 29 days before the last when not given',
  }),
  to: day.optional().meta({ description: 'Last day in UTC; today when not given' }),
});

const counts = engagementStats.extend({
  issued: z.int().meta({ description: 'Credentials that were issued' }),
});

const dailyStats = z
  .object({
    from: z.string().meta({ description: 'First day' }),
    to: z.string().meta({ description: 'Last day' }),
    days: z
      .array(counts.extend({ day: z.string().meta({ description: 'Such as 2026-03-01' }) }))
      .meta({ description: 'Every day in order' }),
    total: counts.meta({ description: 'Of all these days' }),
  })
  .meta({ id: 'DailyStats' });

const exampleCounts = { views: 12, shares: { linkedin: 2 }, downloads: 3, linkedin_adds: 1 };
const exampleDay = { issued: 5, ...exampleCounts };
const exampleDays = {
  from: '2026-03-01',
  to: '2026-03-01',
  days: [{ day: '2026-03-01', ...exampleDay }],
  total: exampleDay,
};

export const recordEngagement = defineOperation({
  id: 'recordEngagement',
  since: '1.0',
  method: 'POST',
  path: '/awards/:awardGuid/event',
  access: 'public',
  tag,
  summary: 'Count a view, share, download or profile addition',
  description:
    'Counted once in 24 hours for each visitor and kind: a repetition answers `recorded: false`.',
  params: byGuid,
  ids,
  body: z.object({
    awardGuid: idOrUrl.optional().meta({ description: 'May repeat the path' }),
    kind: z.enum(kinds).meta({ description: 'What was done' }),
    network: z.enum(networks).optional().meta({ description: 'Of a share' }),
  }),
  reply: z.object({ recorded: z.boolean().meta({ description: 'Whether it counted' }) }),
  envelope: true,
  errors: ['credential_gone'],
  examples: { body: { kind: 'share', network: 'linkedin' }, reply: { recorded: true } },
});

export const awardStats = defineOperation({
  id: 'awardStats',
  since: '1.0',
  method: 'GET',
  path: '/awards/:awardGuid/stats',
  access: 'public',
  tag,
  summary: 'Engagement counters of a credential',
  description: 'Since it was issued.',
  params: byGuid,
  ids,
  reply: z.object({ stats: engagementStats.meta({ description: 'Since it was issued' }) }),
  envelope: true,
  errors: ['credential_gone'],
  examples: { reply: { stats: exampleCounts } },
});

export const stats = defineOperation({
  id: 'stats',
  since: '1.0',
  method: 'GET',
  path: '/stats',
  access: accountReadAccess,
  tag,
  summary: 'Issued credentials and engagement of the account, by day',
  description: 'Days in UTC, at most 400 of them, also those on which nothing happened.',
  query: range,
  reply: dailyStats,
  examples: { reply: exampleDays },
});

export const badgeStats = defineOperation({
  id: 'badgeStats',
  since: '1.0',
  method: 'GET',
  path: '/badges/:badgeId/stats',
  access: accountReadAccess,
  tag,
  summary: 'Issued credentials and engagement of a badge, by day',
  description: 'Days in UTC, at most 400 of them, also those on which nothing happened.',
  params: z.object({ badgeId: idOrUrl }),
  ids: { badgeId: 'badge_not_found' },
  query: range,
  reply: dailyStats,
  examples: { reply: exampleDays },
});
