import { z } from 'zod';
import { canonicalAddress } from './addresses.ts';
import { accountEditAccess, defineOperation } from './operation.ts';
import { email, idOrUrl, line, prose } from './text.ts';

/** Parses up to `limit` comma-separated email addresses and removes duplicates. */
function recipients(limit: number) {
  return prose({ max: limit * 1_000 }).transform((text, context) => {
    const parts = text.split(',').map((part) => canonicalAddress(part.trim().normalize('NFC')));
    const found = parts.filter((part) => part !== '');
    const fail = (message: string) => {
      context.addIssue({ code: 'custom', message, input: text });
      return z.NEVER;
    };
    if (found.length === 0) return fail('must have at least one email address');
    const unique = [
      ...new Map(found.toReversed().map((part) => [part.toLowerCase(), part])).values(),
    ];
    if (unique.length > limit) return fail(`must have at most ${limit} email addresses`);
    const invalid = unique.find((part) => !email.safeParse(part).success);
    if (invalid !== undefined)
      return fail(`contains “${invalid.slice(0, 100)}”, which isn't an email address`);
    return unique;
  });
}

const repeated = idOrUrl.optional().meta({ description: 'If sent, must match the path' });
const byId = z.object({ awardId: idOrUrl });
const ids = { awardId: 'credential_not_found' } as const;

export const sendAward = defineOperation({
  id: 'sendAward',
  noun: 'credentials.send',
  audit: 'credential',
  since: '1.0',
  method: 'POST',
  path: '/awards/:awardId/send',
  access: accountEditAccess,
  tag: 'Credentials',
  summary: 'Email a credential',
  description:
    "Emails the credential to its recipient or to any other address. For another address, the text says that the credential was forwarded. The email is queued: see `GET /mail` for the result. Revoked credentials can't be emailed.",
  params: byId,
  ids,
  body: z.object({ awardId: repeated, email: email.meta({ description: 'Address to send to' }) }),
  reply: z.object({ sent: z.literal(true).meta({ description: 'The email is queued' }) }),
  envelope: true,
  errors: ['credential_revoked', 'recipient_unsubscribed'],
  idempotent: true,
  examples: { body: { email: 'ada@example.org' }, reply: { sent: true } },
});

export const shareAward = defineOperation({
  id: 'shareAward',
  noun: 'credentials.share',
  audit: 'credential',
  since: '1.0',
  method: 'POST',
  path: '/awards/:awardId/share',
  access: accountEditAccess,
  tag: 'Credentials',
  summary: 'Share a credential by email',
  description:
    "Sends a separate email to each address, so nobody sees the others. Addresses that unsubscribed from the account's credentials are skipped; the response doesn't show which.",
  params: byId,
  ids,
  body: z.object({
    awardId: repeated,
    recipients: recipients(50).meta({ description: 'Comma-separated email addresses, at most 50' }),
    subject: line({ max: 200 }).meta({ description: 'Subject of each email' }),
    message: prose({ max: 1_000 }).meta({ description: 'Plain text above the credential' }),
  }),
  reply: z.object({ shared: z.literal(true).meta({ description: 'The emails are queued' }) }),
  envelope: true,
  errors: ['credential_revoked'],
  idempotent: true,
  examples: {
    body: {
      recipients: 'grace@example.org, alan@example.org',
      subject: 'A credential for Ada',
      message: 'Ada has completed the course.',
    },
    reply: { shared: true },
  },
});

export const sendPublic = defineOperation({
  id: 'sendPublic',
  noun: 'credentials.sendAsVisitor',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/certify-badge/award/:guid/send-email',
  access: 'public',
  tag: 'Public documents',
  summary: 'Share a credential as a visitor',
  description:
    "Used by the credential's page: emails the credential to others with a visitor's message. Links are removed from the message. Calls are limited per IP address, recipient, credential and account. Unsubscribed addresses get no email; the response doesn't show which.",
  params: z.object({ guid: idOrUrl }),
  ids: { guid: 'credential_not_found' },
  body: z.object({
    guid: repeated,
    recipients: recipients(10).meta({ description: 'Comma-separated email addresses, at most 10' }),
    message: prose({ min: 0, max: 1_000 })
      .optional()
      .meta({ description: 'Plain text above the credential' }),
    subject: prose({ min: 0, max: 200 }).optional().meta({ description: 'Subject of each email' }),
  }),
  reply: z.string().meta({ description: 'Result, for people' }),
  envelope: true,
  errors: ['credential_gone', 'credential_revoked'],
  examples: {
    body: { recipients: 'grace@example.org', message: 'Look what I have earned.' },
    reply: 'the credential was sent',
  },
});

export const sendingOperations = { sendAward, shareAward } as const;

export const visitorOperations = { sendPublic } as const;
