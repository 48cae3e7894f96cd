import { z } from 'zod';
import { canonicalAddress } from './addresses.ts';
import { accountEditAccess, defineOperation } from './operation.ts';
import { email, idOrUrl, line, prose } from './text.ts';

/** Parses up to `most` comma-separated email addresses and removes duplicates. */
function recipients(most: number) {
  return prose({ max: most * 1_000 }).transform((text, context) => {
    const parts = text.split(',').map((part) => canonicalAddress(part.trim().normalize('NFC')));
    const found = parts.filter((part) => part !== '');
    const fail = (message: string) => {
      context.addIssue({ code: 'custom', message, input: text });
      return z.NEVER;
    };
    if (found.length === 0) return fail('must name at least one e-mail address');
    const unique = [
      ...new Map(found.toReversed().map((part) => [part.toLowerCase(), part])).values(),
    ];
    if (unique.length > most) return fail(`must name at most ${most} e-mail addresses`);
    const bad = unique.find((part) => !email.safeParse(part).success);
    if (bad !== undefined) return fail(`has “${bad.slice(0, 100)}”, which is no e-mail address`);
    return unique;
  });
}

const repeated = idOrUrl.optional().meta({ description: 'May repeat the path' });
const byId = z.object({ awardId: idOrUrl });
const ids = { awardId: 'credential_not_found' } as const;

export const sendAward = defineOperation({
  id: 'sendAward',
  since: '1.0',
  method: 'POST',
  path: '/awards/:awardId/send',
  access: accountEditAccess,
  tag: 'Credentials',
  summary: 'Mail a credential to its recipient',
  description:
    "To the recipient's address or any other; to another one the words are those for somebody whom it was forwarded to. It is queued: `GET /mail` tells what became of it. A revoked credential is not mailed.",
  params: byId,
  ids,
  body: z.object({ awardId: repeated, email: email.meta({ description: 'Where it goes' }) }),
  reply: z.object({ sent: z.literal(true).meta({ description: 'It is queued' }) }),
  envelope: true,
  errors: ['credential_revoked', 'recipient_unsubscribed'],
  idempotent: true,
  examples: { body: { email: 'ada@example.org' }, reply: { sent: true } },
});

export const shareAward = defineOperation({
  id: 'shareAward',
  since: '1.0',
  method: 'POST',
  path: '/awards/:awardId/share',
  access: accountEditAccess,
  tag: 'Credentials',
  summary: 'Mail a credential to others, each by a mail of their own',
  description:
    "Nobody sees the others' addresses. Who wants no more mail about the account's credentials is left out, and the answer does not tell.",
  params: byId,
  ids,
  body: z.object({
    awardId: repeated,
    recipients: recipients(50).meta({ description: 'Comma-separated e-mails, at most 50' }),
    subject: line({ max: 200 }).meta({ description: 'Of each mail' }),
    message: prose({ max: 1_000 }).meta({ description: 'Plain text above the credential' }),
  }),
  reply: z.object({ shared: z.literal(true).meta({ description: 'The mails are queued' }) }),
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
  since: '1.0',
  method: 'POST',
  path: '/certify-badge/award/:guid/send-email',
  access: 'public',
  tag: 'Public documents',
  summary: "Mail a credential to others, with a visitor's words",
  description:
    'What the page of a credential does for its visitors. Links are taken out of the words. Calls are limited by address, recipient, credential and account; who wants no more mail gets none, and the answer does not tell.',
  params: z.object({ guid: idOrUrl }),
  ids: { guid: 'credential_not_found' },
  body: z.object({
    guid: repeated,
    recipients: recipients(10).meta({ description: 'Comma-separated e-mails, at most 10' }),
    message: prose({ min: 0, max: 1_000 })
      .optional()
      .meta({ description: 'Plain text above the credential' }),
    subject: prose({ min: 0, max: 200 }).optional().meta({ description: 'Of each mail' }),
  }),
  reply: z.string().meta({ description: 'What was done, for people' }),
  envelope: true,
  errors: ['credential_gone', 'credential_revoked'],
  examples: {
    body: { recipients: 'grace@example.org', message: 'Look what I have earned.' },
    reply: 'the credential was sent',
  },
});
