import { z } from 'zod';
import { email, idOrUrl, line, paged, prose } from './text.ts';

/** E-mail addresses separated by commas, each once; `most` of them. */
function recipients(most: number) {
  return prose({ max: most * 1_000 }).transform((text, context) => {
    const parts = text.split(',').map((part) => part.trim());
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

/** Interface specification §4.5, POST /awards/{awardId}/send. */
export const sendAward = z.object({ awardId: repeated, email });

/** Interface specification §4.5, POST /awards/{awardId}/share. */
export const shareAward = z.object({
  awardId: repeated,
  recipients: recipients(50).meta({ description: 'Comma-separated e-mails, at most 50' }),
  subject: line({ max: 200 }),
  message: prose({ max: 1_000 }),
});

/** Interface specification §4.6, POST /certify-badge/award/{guid}/send-email. */
export const sendPublic = z.object({
  guid: repeated,
  recipients: recipients(10).meta({ description: 'Comma-separated e-mails, at most 10' }),
  message: prose({ min: 0, max: 1_000 }).optional(),
  subject: prose({ min: 0, max: 200 }).optional(),
});

const states = ['queued', 'sent', 'bounced', 'failed'] as const;

export const listMail = paged.extend({
  state: z.enum(states).optional(),
  awardId: idOrUrl.optional(),
});

/** One mail to one recipient, and what became of it (decisions, GET /mail). */
export const mailItem = z
  .object({
    mailId: z.string(),
    kind: z.enum([
      'invitation',
      'issuer-code',
      'credential',
      'share',
      'visitor',
      'webhook-disabled',
    ]),
    to: z.string(),
    subject: z.string(),
    state: z.enum(states).meta({
      description: 'bounced: the server refused it for good; failed: given up after many attempts',
    }),
    attempts: z.int(),
    lastError: z.string().nullable(),
    awardId: z.string().nullable().meta({ description: 'URL' }),
    createdAt: z.iso.datetime(),
    doneAt: z.iso.datetime().nullable().meta({ description: 'When it was sent or given up' }),
  })
  .meta({ id: 'Mail' });
