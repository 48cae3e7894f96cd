import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { accountEditAccess, accountReadAccess, defineOperation } from './operation.ts';
import { idOrUrl } from './text.ts';

const byBadge = z.object({ badgeId: idOrUrl });
const ids = { badgeId: 'badge_not_found' } as const;

/** Days before the end of a credential at which its recipient is reminded. */
export const reminderDays = [30, 7] as const;

const enabled = z.boolean().meta({ description: 'Whether recipients and team are reminded' });
const reply = z.object({
  badgeId: z.string().meta({ description: 'URL of the badge' }),
  enabled,
});

const getReminders = defineOperation({
  id: 'getReminders',
  noun: 'badges.reminders',
  since: '1.0',
  method: 'GET',
  path: '/badges/:badgeId/reminders',
  access: accountReadAccess,
  tag: 'Badges',
  summary: 'Get the reminder setting of a badge',
  description: 'Off for a new badge.',
  params: byBadge,
  ids,
  reply,
  examples: { reply: { badgeId: exampleIds.badge, enabled: false } },
});

export const setReminders = defineOperation({
  id: 'setReminders',
  noun: 'badges.setReminders',
  audit: 'badge',
  since: '1.0',
  method: 'PUT',
  path: '/badges/:badgeId/reminders',
  access: accountEditAccess,
  tag: 'Badges',
  summary: 'Turn reminders of a badge on or off',
  description:
    'Recipients get an email 30 and 7 days before their credential expires, once each. A new expiry date starts the reminders again. Revoked credentials, credentials that were issued less than a day before the reminder, and addresses that unsubscribed or bounced get none. Each Monday, the owner, admins and editors get a list of credentials that expire within 30 days.',
  params: byBadge,
  ids,
  body: z.object({ enabled }),
  reply,
  examples: {
    body: { enabled: true },
    reply: { badgeId: exampleIds.badge, enabled: true },
  },
});

export const reminderOperations = { getReminders, setReminders } as const;
