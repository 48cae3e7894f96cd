import { z } from 'zod';
import {
  addressSchema,
  createListSchema,
  createReportReader,
  findMailId,
  joinReasons,
  textSchema,
} from './report.ts';

/**
 * Amazon SES, with or without SNS: identity notifications (`notificationType`) or configuration
 * sets (`eventType`).
 */
const ses = z.object({
  notificationType: textSchema.optional(),
  eventType: textSchema.optional(),
  mail: z.object({
    headers: createListSchema(z.object({ name: textSchema, value: textSchema })).optional(),
    commonHeaders: z.object({ messageId: textSchema.optional() }).optional(),
  }),
  bounce: z
    .object({
      bounceType: textSchema,
      bounceSubType: textSchema.optional(),
      bouncedRecipients: createListSchema(
        z.object({
          emailAddress: addressSchema,
          status: textSchema.optional(),
          diagnosticCode: textSchema.optional(),
        }),
      ),
    })
    .optional(),
  complaint: z
    .object({ complainedRecipients: createListSchema(z.object({ emailAddress: addressSchema })) })
    .optional(),
});
const sns = z.object({
  Type: textSchema,
  Message: textSchema,
  SubscribeURL: textSchema.optional(),
});

export const readSes = createReportReader(
  ses,
  ({ notificationType, eventType, mail, bounce, complaint }) => {
    const named = mail.headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value;
    const mailId = findMailId(named ?? mail.commonHeaders?.messageId);
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
        reason: joinReasons(bounce.bounceSubType, diagnosticCode ?? status),
      })),
    };
  },
);

export const readSns = createReportReader(sns, ({ Type, Message, SubscribeURL }) => {
  if (Type === 'SubscriptionConfirmation' && SubscribeURL)
    return { bounces: [], confirmAt: SubscribeURL.slice(0, 2_000) };
  try {
    return readSes(JSON.parse(Message)) ?? { bounces: [] };
  } catch {
    // SNS also sends a plain-text message after setup.
    return { bounces: [] };
  }
});
