import { z } from 'zod';
import { credentialFilter } from './credential-schemas.ts';
import { exampleIds } from './examples.ts';
import { mailStatuses } from './mail-status.ts';
import { accountEditAccess, accountReadAccess, bodyLimits, defineOperation } from './operation.ts';
import { createErrorPage, redirectToOwnHost } from './other-responses.ts';
import { idOrUrl, nextPage, paged } from './text.ts';

/** Maximum number of matching credentials, newest first, that an email search covers. */
export const MAX_SEARCHED_CREDENTIALS = 100;
/**
 * Maximum number of emails, newest first, that a search covers if it has fewer than three
 * characters of an address.
 */
export const MAX_SEARCHED_MAILS = 2_000;

const states = ['queued', 'sent', 'bounced', 'failed'] as const;
/** The filter accepts states and statuses. */
const wanted = ['queued', 'sent', 'written', 'accepted', 'bounced', 'failed'] as const;

const mailItem = z
  .object({
    mailId: z.string().meta({ description: 'Its id' }),
    kind: z
      .enum(['invitation', 'issuer-code', 'credential', 'share', 'visitor', 'webhook-disabled'])
      .meta({ description: 'What it is about' }),
    to: z.string().meta({ description: 'The address that it goes to' }),
    subject: z.string().meta({ description: 'Its subject' }),
    state: z.enum(states).meta({
      description: 'bounced: the server refused it for good; failed: given up after many attempts',
    }),
    status: z.enum(mailStatuses).nullable().meta({
      description:
        'What happened to it, recorded when it happened. written: to a file on the server, so it reached nobody; accepted: by the mail server. Both are `sent` in `state`. null: sent by a release that recorded only that',
    }),
    attempts: z.int().meta({ description: 'How often a mail server was asked to take it' }),
    lastError: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt failed; null when it did not' }),
    awardId: z.string().nullable().meta({ description: 'URL of the credential it is about' }),
    createdAt: z.iso.datetime().meta({ description: 'When it was queued, in UTC' }),
    doneAt: z.iso.datetime().nullable().meta({ description: 'When it was sent or given up' }),
  })
  .meta({ id: 'Mail' });

export const listMail = defineOperation({
  id: 'listMail',
  since: '1.0',
  method: 'GET',
  path: '/mail',
  access: accountReadAccess,
  tag: 'Mail',
  summary: 'What was mailed, and what became of it, newest first',
  description:
    '50 a page. `accepted` means that a mail server has taken it, not that it was read. Without a mail server, mails are only `written` to files.',
  query: paged.extend({
    state: z.enum(wanted).optional().meta({ description: 'Mails with this `state` or `status`' }),
    awardId: idOrUrl.optional().meta({ description: 'Mails about this credential' }),
    search: credentialFilter.shape.search.meta({
      description: `Mails about the credentials whose recipient is found by this part of a name or an e-mail address, in any case; of more than ${MAX_SEARCHED_CREDENTIALS} such credentials the newest. With searchField=email also those that went to such an address, whatever they are about; by fewer than three characters only among the newest ${MAX_SEARCHED_MAILS} mails`,
    }),
    searchField: credentialFilter.shape.searchField,
  }),
  reply: z.object({
    items: z.array(mailItem).meta({ description: 'At most 50, newest first' }),
    ...nextPage,
  }),
  errors: ['invalid_page_token'],
  examples: {
    reply: {
      items: [
        {
          mailId: exampleIds.mail,
          kind: 'credential',
          to: 'ada@example.org',
          subject: 'Your credential: First steps',
          state: 'sent',
          status: 'accepted',
          attempts: 1,
          lastError: null,
          awardId: exampleIds.award,
          createdAt: '2026-03-01T09:30:00.000Z',
          doneAt: '2026-03-01T09:30:05.000Z',
        },
      ],
    },
  },
});

export const resendMail = defineOperation({
  id: 'resendMail',
  since: '1.0',
  method: 'POST',
  path: '/mail/:mailId/resend',
  access: accountEditAccess,
  tag: 'Mail',
  summary: 'Send a mail once more, as a new one',
  description:
    'To the same address, with the same words. Refused while it waits to be sent, and where it held a code or a link that is not kept.',
  params: z.object({ mailId: idOrUrl }),
  ids: { mailId: 'mail_not_found' },
  reply: z.object({
    mailId: z.string().meta({ description: 'Of the new mail' }),
    state: z.literal('queued').meta({ description: 'It waits to be sent' }),
  }),
  errors: ['mail_not_resendable', 'recipient_unsubscribed'],
  examples: { reply: { mailId: exampleIds.mail, state: 'queued' } },
});

const unknownLink = createErrorPage(404, 'The link is not known.');
const byToken = z.object({
  token: z.string().meta({ description: 'From the link in the mail' }),
});

export const unsubscribePage = defineOperation({
  id: 'unsubscribePage',
  since: '1.0',
  method: 'GET',
  path: '/mail/unsubscribe/:token',
  access: 'public',
  tag: 'Mail',
  summary: 'Page behind the link that ends such mails',
  description:
    'Looking at it changes nothing: its button does. A link that is not known is told on the page, with 404.',
  params: byToken,
  serves: ['text/html'],
  others: [redirectToOwnHost, unknownLink],
});

export const unsubscribe = defineOperation({
  id: 'unsubscribe',
  since: '1.0',
  method: 'POST',
  path: '/mail/unsubscribe/:token',
  access: 'public',
  tag: 'Mail',
  summary: 'End such mails, by one click (RFC 8058)',
  description:
    'What mail programs do for `List-Unsubscribe-Post`. The form field `action=resume` takes it back. A link that is not known is told on the page, with 404.',
  params: byToken,
  serves: ['text/html'],
  others: [unknownLink],
});

export const reportBounces = defineOperation({
  id: 'reportBounces',
  since: '1.0',
  method: 'POST',
  path: '/mail/bounces/:token',
  access: 'public',
  tag: 'Mail',
  summary: 'Where a mail provider reports mails that came back',
  description:
    'For whoever runs the service, who gives the address with its token (`MAIL_BOUNCE_TOKEN`) to the mail provider; without the token it is 404. Takes what Amazon SES (by SNS), Postmark, Mailgun and SendGrid send, and the form of the example. `hard`: the mailbox is none, so that no more mail goes there unasked; `refused`: this mail alone; `complaint`: its owner called it spam. Said twice, it counts once.',
  params: z.object({ token: z.string().meta({ description: 'MAIL_BOUNCE_TOKEN' }) }),
  bare: true,
  body: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown()).min(1).max(1_000)])
    .meta({ description: 'What the provider sends' }),
  reply: z.object({
    received: z.int().meta({ description: 'Bounces and complaints that were understood' }),
    bounced: z.int().meta({ description: 'Mails whose state is bounced from now on' }),
    suppressed: z
      .int()
      .meta({ description: 'Addresses that nothing is sent to unasked from now on' }),
  }),
  errors: ['not_found'],
  bodyLimit: bodyLimits.usual,
  examples: {
    body: {
      bounces: [
        {
          kind: 'hard',
          messageId: `<${exampleIds.mail}@badges.example.org>`,
          recipient: 'ada@example.org',
          reason: '550 5.1.1 no such user',
        },
      ],
    },
    reply: { received: 1, bounced: 1, suppressed: 1 },
  },
});
