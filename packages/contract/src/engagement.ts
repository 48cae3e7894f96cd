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
  'device',
] as const;

const tag = 'Engagement';
const byGuid = z.object({ awardGuid: idOrUrl });
const ids = { awardGuid: 'credential_not_found' } as const;

const engagementStats = z
  .object({
    views: z.int().meta({ description: 'Page views' }),
    shares: z
      .record(z.string(), z.int())
      .meta({ description: 'By network; only networks with shares' }),
    downloads: z.int().meta({ description: 'File downloads' }),
    linkedin_adds: z.int().meta({ description: 'LinkedIn profile additions' }),
  })
  .meta({ id: 'Engagement' });

const day = line({ max: 40 });
const range = z.object({
  from: day.optional().meta({
    description: 'First day in UTC, such as 2026-03-01. Defaults to 29 days before the last day',
  }),
  to: day.optional().meta({ description: 'Last day in UTC. Defaults to today' }),
});

const counts = engagementStats.extend({
  issued: z.int().meta({ description: 'Credentials issued' }),
});

const dailyStats = z
  .object({
    from: z.string().meta({ description: 'First day' }),
    to: z.string().meta({ description: 'Last day' }),
    days: z
      .array(counts.extend({ day: z.string().meta({ description: 'For example 2026-03-01' }) }))
      .meta({ description: 'All days in order' }),
    total: counts.meta({ description: 'Totals for the period' }),
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
  noun: 'credentials.recordEngagement',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/awards/:awardGuid/event',
  access: 'public',
  tag,
  summary: 'Record an engagement event',
  description:
    'Counts a view, share, download or profile addition once in 24 hours per visitor and kind. A repetition returns `recorded: false`.',
  params: byGuid,
  ids,
  body: z.object({
    awardGuid: idOrUrl.optional().meta({ description: 'If sent, must match the path' }),
    kind: z.enum(kinds).meta({ description: 'Kind of event' }),
    network: z.enum(networks).optional().meta({
      description: 'For shares: the network. `device`: the share sheet of a phone or computer',
    }),
  }),
  reply: z.object({ recorded: z.boolean().meta({ description: 'Whether the event was counted' }) }),
  envelope: true,
  errors: ['credential_gone'],
  examples: { body: { kind: 'share', network: 'linkedin' }, reply: { recorded: true } },
});

const awardStats = defineOperation({
  id: 'awardStats',
  noun: 'credentials.stats',
  since: '1.0',
  method: 'GET',
  path: '/awards/:awardGuid/stats',
  access: 'public',
  tag,
  summary: 'Get the engagement of a credential',
  description: 'Totals since the credential was issued.',
  params: byGuid,
  ids,
  reply: z.object({
    stats: engagementStats.meta({ description: 'Totals since the credential was issued' }),
  }),
  envelope: true,
  errors: ['credential_gone'],
  examples: { reply: { stats: exampleCounts } },
});

export const stats = defineOperation({
  id: 'stats',
  noun: 'account.stats',
  since: '1.0',
  method: 'GET',
  path: '/stats',
  access: accountReadAccess,
  tag,
  summary: 'Get statistics of the account',
  description:
    'Credentials issued and engagement by day, in UTC. At most 400 days, including days without events.',
  query: range,
  reply: dailyStats,
  examples: { reply: exampleDays },
});

const badgeStats = defineOperation({
  id: 'badgeStats',
  noun: 'badges.stats',
  since: '1.0',
  method: 'GET',
  path: '/badges/:badgeId/stats',
  access: accountReadAccess,
  tag,
  summary: 'Get statistics of a badge',
  description:
    'Credentials issued and engagement by day, in UTC. At most 400 days, including days without events.',
  params: z.object({ badgeId: idOrUrl }),
  ids: { badgeId: 'badge_not_found' },
  query: range,
  reply: dailyStats,
  examples: { reply: exampleDays },
});

export const engagementOperations = { recordEngagement, awardStats } as const;

export const statsOperations = { stats, badgeStats } as const;
