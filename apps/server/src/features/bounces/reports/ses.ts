import { z } from 'zod';
import { address, list, mailIdIn, reader, reasonOf, text } from './report.ts';

/**
 * Amazon SES, with or without SNS: identity notifications (`notificationType`) or configuration
 * sets (`eventType`).
 */
const ses = z.object({
  notificationType: text.optional(),
  eventType: text.optional(),
  mail: z.object({
    headers: list(z.object({ name: text, value: text })).optional(),
    commonHeaders: z.object({ messageId: text.optional() }).optional(),
  }),
  bounce: z
    .object({
      bounceType: text,
      bounceSubType: text.optional(),
      bouncedRecipients: list(
        z.object({
          emailAddress: address,
          status: text.optional(),
          diagnosticCode: text.optional(),
        }),
      ),
    })
    .optional(),
  complaint: z
    .object({ complainedRecipients: list(z.object({ emailAddress: address })) })
    .optional(),
});
const sns = z.object({ Type: text, Message: text, SubscribeURL: text.optional() });

export const readSes = reader(ses, ({ notificationType, eventType, mail, bounce, complaint }) => {
  const named = mail.headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value;
  const mailId = mailIdIn(named ?? mail.commonHeaders?.messageId);
  const what = notificationType ?? eventType;
  if (what === 'Complaint')
    return {
      bounces: (complaint?.complainedRecipients ?? []).map(({ emailAddress }) => ({
        ...{ kind: 'complaint', mailId, recipient: emailAddress },
        reason: 'called spam',
      })),
    };
  if (what !== 'Bounce' || bounce?.bounceType !== 'Permanent') return { bounces: [] };
  const kind = /^(General|NoEmail|Suppressed|OnAccountSuppressionList)$/.test(
    bounce.bounceSubType ?? 'General',
  )
    ? 'hard'
    : 'refused';
  return {
    bounces: bounce.bouncedRecipients.map(({ emailAddress, status, diagnosticCode }) => ({
      ...{ kind, mailId, recipient: emailAddress },
      reason: reasonOf(bounce.bounceSubType, diagnosticCode ?? status),
    })),
  };
});

export const readSns = reader(sns, ({ Type, Message, SubscribeURL }) => {
  if (Type === 'SubscriptionConfirmation' && SubscribeURL)
    return { bounces: [], confirmAt: SubscribeURL.slice(0, 2_000) };
  try {
    return readSes(JSON.parse(Message)) ?? { bounces: [] };
  } catch {
    // SNS also sends a plain-text message after setup.
    return { bounces: [] };
  }
});
