import { z } from 'zod';
import { credentialFilter } from './credential-schemas.ts';
import { exampleIds, exampleMail } from './examples.ts';
import {
  accountEditAccess,
  accountReadAccess,
  bodyLimits,
  createErrorPage,
  defineOperation,
  redirectToOwnHost,
} from './operation.ts';
import { idOrUrl, nextPage, paged } from './text.ts';
import { mailStatuses } from './vocabulary.ts';

/** Maximum number of matching credentials, newest first, that an email search covers. */
export const MAX_SEARCHED_CREDENTIALS = 100;
/**
 * Maximum number of emails, newest first, that a search covers if it has fewer than three
 * characters of an address.
 */
export const MAX_SEARCHED_MAILS = 2_000;

const states = ['queued', 'sent', 'bounced', 'failed'] as const;
/** The filter accepts states and statuses. */
const filterStates = ['queued', 'sent', 'written', 'accepted', 'bounced', 'failed'] as const;

export const mailItem = z
  .object({
    mailId: z.string().meta({ description: 'ID' }),
    kind: z
      .enum([
        ...['invitation', 'issuer-code', 'credential', 'share', 'visitor', 'webhook-disabled'],
        ...['claim-code', 'reminder', 'reminder-digest', 'request', 'template-test', 'wallet-code'],
        'issuer-transfer',
      ] as const)
      .meta({ description: 'Kind of email' }),
    to: z.string().meta({ description: 'Recipient address' }),
    subject: z.string().meta({ description: 'Subject line' }),
    state: z.enum(states).meta({
      description:
        'bounced: permanently rejected by the receiving server. failed: gave up after many attempts',
    }),
    status: z.enum(mailStatuses).nullable().meta({
      description:
        'Recorded result. written: saved to a file on the server, so not delivered. accepted: accepted by a mail server. In `state`, both are `sent`. null: sent by a version that recorded only that',
    }),
    attempts: z.int().meta({ description: 'Number of attempts to send it' }),
    lastError: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt failed; null on success' }),
    awardId: z.string().nullable().meta({ description: 'URL of the credential' }),
    createdAt: z.iso.datetime().meta({ description: 'Queued at, in UTC' }),
    doneAt: z.iso.datetime().nullable().meta({ description: 'Sent or given up at, in UTC' }),
  })
  .meta({ id: 'Mail' });

export const listMail = defineOperation({
  id: 'listMail',
  noun: 'mail.list',
  iterator: 'all',
  since: '1.0',
  method: 'GET',
  path: '/mail',
  access: accountReadAccess,
  tag: 'Mail',
  summary: 'List emails',
  description:
    'Newest first, 50 per page. `accepted` means that a mail server accepted the email, not that anyone read it. Without a mail server, emails are only `written` to files.',
  query: paged.extend({
    state: z
      .enum(filterStates)
      .optional()
      .meta({ description: 'Emails with this `state` or `status`' }),
    awardId: idOrUrl.optional().meta({ description: 'Emails about this credential' }),
    search: credentialFilter.shape.search.meta({
      description: `Part of a name or email address, ignoring case, accents and apostrophes; or a whole short code, for emails about its credential. Finds emails about credentials with such a recipient and, unless searchField is name, all emails sent to a matching address. If more than ${MAX_SEARCHED_CREDENTIALS} credentials match, only the newest ${MAX_SEARCHED_CREDENTIALS} count. Fewer than three characters search only the newest ${MAX_SEARCHED_MAILS} emails`,
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
      items: [exampleMail],
    },
  },
});

const resendMail = defineOperation({
  id: 'resendMail',
  noun: 'mail.resend',
  audit: 'mail',
  since: '1.0',
  method: 'POST',
  path: '/mail/:mailId/resend',
  access: accountEditAccess,
  tag: 'Mail',
  summary: 'Resend an email',
  description:
    "Sends a new email to the same address with the same content. If a correction replaced the address, it goes to the credential's current one. Fails if the email is still queued, if it contained a code or link that isn't stored, or if the credential is revoked.",
  params: z.object({ mailId: idOrUrl }),
  ids: { mailId: 'mail_not_found' },
  idempotent: true,
  reply: z.object({
    mailId: z.string().meta({ description: 'ID of the new email' }),
    state: z.literal('queued').meta({ description: 'The email is queued' }),
  }),
  errors: ['credential_revoked', 'mail_not_resendable', 'recipient_unsubscribed'],
  examples: { reply: { mailId: exampleIds.mail, state: 'queued' } },
});

/** Maximum number of emails that one request sends. */
export const MAX_SENT_WRITTEN = 500;

const countWrittenMail = defineOperation({
  id: 'countWrittenMail',
  noun: 'mail.countWritten',
  since: '1.0',
  method: 'GET',
  path: '/mail/written',
  access: accountReadAccess,
  tag: 'Mail',
  summary: 'Count emails that were only written to files',
  description:
    'Counts emails about credentials that were `written` while the service had no mail server, and that `POST /mail/written/send` would send. Leaves out emails whose credential is revoked, whose recipient unsubscribed, or that a later email replaced.',
  reply: z.object({
    count: z.int().meta({ description: 'At most 10,000 are counted' }),
    isMore: z.boolean().meta({ description: 'Whether there are more than 10,000' }),
  }),
  examples: { reply: { count: 39, isMore: false } },
});

const sendWrittenMail = defineOperation({
  id: 'sendWrittenMail',
  noun: 'mail.sendWritten',
  audit: 'mail',
  since: '1.0',
  method: 'POST',
  path: '/mail/written/send',
  access: accountEditAccess,
  tag: 'Mail',
  summary: 'Send emails that were only written to files',
  description: `Queues the oldest ${MAX_SENT_WRITTEN} emails that \`GET /mail/written\` counts, each once. Repeat while \`left\` isn't 0. Each email counts towards the account's daily limit.`,
  reply: z.object({
    queued: z.int().meta({ description: 'Emails queued by this request' }),
    left: z.int().meta({ description: 'Emails that are still only written, at most 10,000' }),
  }),
  errors: ['no_mail_server'],
  examples: { reply: { queued: 39, left: 0 } },
});

const unknownLink = createErrorPage(404, 'The link is unknown.');
const byToken = z.object({
  token: z.string().meta({ description: 'From the link in the email' }),
});

const unsubscribePage = defineOperation({
  id: 'unsubscribePage',
  noun: { none: 'the link of a mail: a page for people' },
  since: '1.0',
  method: 'GET',
  path: '/mail/unsubscribe/:token',
  access: 'public',
  tag: 'Mail',
  summary: 'Open the unsubscribe page',
  description:
    'The page behind the unsubscribe link. Opening it changes nothing; its button does. An unknown link returns 404 and a page that says so.',
  params: byToken,
  serves: ['text/html'],
  others: [redirectToOwnHost, unknownLink],
});

export const unsubscribe = defineOperation({
  id: 'unsubscribe',
  noun: { none: 'sent by the button of that page, and by mail programs (RFC 8058)' },
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/mail/unsubscribe/:token',
  access: 'public',
  tag: 'Mail',
  summary: 'Unsubscribe with one click (RFC 8058)',
  description:
    'Used by email programs for `List-Unsubscribe-Post`. The form field `action=resume` subscribes again. An unknown link returns 404 and a page that says so.',
  params: byToken,
  serves: ['text/html'],
  others: [unknownLink],
});

const reportBounces = defineOperation({
  id: 'reportBounces',
  noun: { none: 'called by email providers, each with a body of its own form' },
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/mail/bounces/:token',
  access: 'public',
  tag: 'Mail',
  summary: 'Report bounces and complaints',
  description:
    "For operators: give this URL with its token (`MAIL_BOUNCE_TOKEN`) to your email provider. Without the token, it returns 404. Accepts the formats of Amazon SES (SNS), Postmark, Mailgun and SendGrid, and the format of the example. `hard`: the mailbox doesn't exist, so the address is blocked: credentials are no longer emailed to it. `refused`: only this email was rejected. `complaint`: the recipient marked it as spam. Repeated reports count once. A report without a message ID applies to the last email sent to its address in the past 5 days. Only its newest 100 emails are searched. `hard` and `complaint` block the address even if no email is found.",
  params: z.object({ token: z.string().meta({ description: 'MAIL_BOUNCE_TOKEN' }) }),
  bare: true,
  body: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown()).min(1).max(1_000)])
    .meta({ description: "The provider's payload" }),
  reply: z.object({
    received: z.int().meta({ description: 'Bounces and complaints recognized' }),
    bounced: z.int().meta({ description: 'Emails newly marked as bounced' }),
    suppressed: z.int().meta({ description: 'Addresses newly blocked' }),
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

export const mailOperations = {
  listMail,
  resendMail,
  countWrittenMail,
  sendWrittenMail,
} as const;

export const unsubscribeOperations = { unsubscribePage, unsubscribe } as const;

export const bounceOperations = { reportBounces } as const;
