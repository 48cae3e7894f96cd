import { z } from 'zod';
import { awardDetailsReply } from './award-details.ts';
import { timelineNames } from './events.ts';
import { idOrUrl, line } from './text.ts';
import { emailStatuses, mailStatuses } from './vocabulary.ts';

export const awardUrl = z.string().meta({ description: 'URL of the credential' });

const awardState = z.enum(['valid', 'expired', 'revoked']);

export const awardItem = z
  .object({
    id: awardUrl,
    badge: z
      .object({
        id: z.string().meta({ description: 'URL of the badge' }),
        name: z.string().meta({ description: 'Name' }),
        image: z.string().meta({ description: 'URL of the image' }),
      })
      .meta({ description: 'The current badge' }),
    recipient: z
      .object({
        name: z.string().meta({ description: 'Name as shown on pages and files' }),
        email: z.string().meta({ description: 'As sent' }),
      })
      .meta({ description: 'The recipient' }),
    recipientId: z
      .string()
      .meta({ description: 'ID of the recipient, as in GET /recipients/{recipientId}' }),
    issuedOn: z.iso.datetime().meta({ description: 'Date earned, in UTC' }),
    timestamp: z.iso.datetime().meta({ description: 'Created at, in UTC' }),
    state: awardState.meta({ description: "Current status. Revoked credentials don't expire" }),
    emailStatus: z.enum(emailStatuses).meta({
      description:
        'By the last email to the recipient. emailed: queued, or accepted by a mail server. not_emailed: none, failed, or only written to a file',
    }),
  })
  .meta({ id: 'AwardItem' });

export const award = awardItem
  .extend({
    shortCode: z.string().meta({
      description: 'Code on the certificate, such as 7K3M-9QXT. `/c/{shortCode}` leads to the page',
    }),
    expires: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Expires at, in UTC; null means never' }),
    revoked: z.boolean().meta({ description: 'Whether the credential is revoked' }),
    revocationReason: z
      .string()
      .optional()
      .meta({ description: 'Published reason. Present only if revoked with a reason' }),
    delivery: z
      .enum(['queued', 'sent', 'bounced', 'failed'])
      .nullable()
      .meta({ description: 'State of the last email to a recipient; null if none was sent' }),
    deliveryStatus: z.enum(mailStatuses).nullable().meta({
      description:
        'Status of that email, as in GET /mail. Null if none was sent, or if an older version sent it',
    }),
    deliveryError: z.string().nullable().meta({
      description:
        'Why that email bounced or failed, in the words of the mail server; null otherwise',
    }),
    correctedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time of the last correction, in UTC. Present only if corrected' }),
    ...awardDetailsReply,
  })
  .meta({ id: 'Award' });

/** The `filter` query parameter: a JSON object as text (interface specification §4.5). */
export const credentialFilter = z.object({
  badgeId: idOrUrl.optional().meta({ description: 'Only credentials of this badge' }),
  state: awardState.optional().meta({ description: 'Only credentials with this status' }),
  emailStatus: z
    .enum(emailStatuses)
    .optional()
    .meta({ description: 'Only credentials whose recipient was emailed, or was not' }),
  search: line({ min: 0, max: 200 }).optional().meta({
    description:
      'Part of a name or an email address, ignoring case, accents and apostrophes; or a whole short code',
  }),
  searchField: z
    .enum(['name', 'email'])
    .optional()
    .meta({ description: 'Searches only names, or only email addresses. Omit it to search both' }),
});
export type CredentialFilter = z.infer<typeof credentialFilter>;

export const awardEventCause = z
  .object({
    kind: z.enum(['person', 'key', 'service']).meta({
      description:
        '`service`: the service itself, for example when a mail server accepts an email. `key`: a program with an API key',
    }),
    id: z.string().nullable().meta({ description: 'ID of the user or key' }),
    name: z.string().nullable().meta({
      description: 'Current name. Null for the service, and for deleted users and keys',
    }),
  })
  .nullable()
  .meta({
    id: 'AwardEventBy',
    description: 'Who did it. Null for visitors and when not recorded',
  });

export const awardEvent = z
  .object({
    type: z.enum(Object.values(timelineNames)).meta({ description: 'Event' }),
    at: z.iso.datetime().meta({ description: 'Time, in UTC' }),
    by: awardEventCause,
    reason: z.string().optional().meta({ description: 'Reason for revoking, if one was given' }),
  })
  .meta({ id: 'AwardEvent' });
export type AwardEvent = z.infer<typeof awardEvent>;
