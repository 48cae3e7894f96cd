import { z } from 'zod';
import { awardDetailsReply } from './award-details.ts';
import { timelineNames } from './events.ts';
import { mailStatuses } from './mail-status.ts';
import { idOrUrl, line } from './text.ts';

export const awardUrl = z.string().meta({ description: 'URL of the credential' });

const awardState = z.enum(['valid', 'expired', 'revoked']);

export const awardItem = z
  .object({
    id: awardUrl,
    badge: z
      .object({
        id: z.string().meta({ description: 'URL of the badge' }),
        name: z.string().meta({ description: 'What it is called' }),
        image: z.string().meta({ description: 'URL of its picture' }),
      })
      .meta({ description: 'What was earned, as the badge is now' }),
    recipient: z
      .object({
        name: z.string().meta({ description: 'As pages and files show it' }),
        email: z.string().meta({ description: 'As it was given' }),
      })
      .meta({ description: 'Who has earned it' }),
    issuedOn: z.iso.datetime().meta({ description: 'When it was earned, in UTC' }),
    timestamp: z.iso.datetime().meta({ description: 'When it was created, in UTC' }),
    state: awardState.meta({ description: 'Whether it holds now; a revoked one does not expire' }),
  })
  .meta({ id: 'AwardItem' });

export const award = awardItem
  .extend({
    expires: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Until when it holds, in UTC; null for good' }),
    revoked: z.boolean().meta({ description: 'Whether it has been revoked' }),
    revocationReason: z
      .string()
      .optional()
      .meta({ description: 'Published with it; only when it was revoked with a reason' }),
    delivery: z
      .enum(['queued', 'sent', 'bounced', 'failed'])
      .nullable()
      .meta({ description: 'State of the last mail to a recipient; null when none was sent' }),
    deliveryStatus: z.enum(mailStatuses).nullable().meta({
      description:
        'Status of that mail, as in GET /mail; null when none was sent, or by a release that did not record it',
    }),
    ...awardDetailsReply,
  })
  .meta({ id: 'Award' });

/** The `filter` query parameter: a JSON object as text (interface specification §4.5). */
export const credentialFilter = z.object({
  badgeId: idOrUrl.optional().meta({ description: 'Credentials of this badge' }),
  state: awardState.optional().meta({ description: 'Credentials that are in it now' }),
  search: line({ min: 0, max: 200 })
    .optional()
    .meta({ description: 'Part of a name or an e-mail address, in any case' }),
  searchField: z
    .enum(['name', 'email'])
    .default('name')
    .meta({ description: 'Where the search looks' }),
});
export type CredentialFilter = z.infer<typeof credentialFilter>;

export const awardEvent = z
  .object({
    type: z.enum(Object.values(timelineNames)).meta({ description: 'What happened' }),
    at: z.iso.datetime().meta({ description: 'When, in UTC' }),
    by: z
      .object({
        kind: z.enum(['person', 'key', 'service']).meta({
          description:
            '`service`: nobody of the account, as when a mail server has taken the mail; `key`: a program, by its API key',
        }),
        id: z.string().nullable().meta({ description: 'Of the person or key, bare' }),
        name: z.string().nullable().meta({
          description: 'As it is now; null for the service, and when the person or key is gone',
        }),
      })
      .nullable()
      .meta({
        id: 'AwardEventBy',
        description: 'Who did it; null for visitors, and where it was not written down',
      }),
    reason: z.string().optional().meta({ description: 'Why it was revoked, when that was said' }),
  })
  .meta({ id: 'AwardEvent' });
export type AwardEvent = z.infer<typeof awardEvent>;
