import { z } from 'zod';
import { type Bounce, classifyBounceStatus } from '../../platform/mail/index.ts';
import {
  addressSchema,
  type BounceReport,
  createListSchema,
  createReportReader,
  findMailId,
  joinReasons,
  textSchema,
} from './report.ts';

const genericReport = z.object({
  bounces: createListSchema(
    z.object({
      kind: z.enum(['hard', 'refused', 'complaint']),
      messageId: textSchema.optional(),
      recipient: addressSchema.optional(),
      reason: textSchema.optional(),
    }),
  ),
});

const readGenericReport = createReportReader(genericReport, ({ bounces }) => ({
  bounces: bounces.map(({ kind, messageId, recipient, reason }) => ({
    ...{ kind, recipient },
    mailId: findMailId(messageId),
    reason: joinReasons(reason),
  })),
}));

const postmark = z.object({
  RecordType: textSchema,
  Type: textSchema.optional(),
  Email: addressSchema,
  Description: textSchema.optional(),
  Details: textSchema.optional(),
});

const hardBounceTypes = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated', 'AddressChange'];

const readPostmark = createReportReader(
  postmark,
  ({ RecordType, Type = '', Email, Description, Details }) => {
    const bounce = { recipient: Email, reason: joinReasons(Type, Details ?? Description) };
    if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint')
      return { bounces: [{ ...bounce, kind: 'complaint' }] };
    if (RecordType !== 'Bounce') return { bounces: [] };
    if (hardBounceTypes.includes(Type)) return { bounces: [{ ...bounce, kind: 'hard' }] };
    const isFinal = ['Blocked', 'SpamNotification', 'DMARCPolicy', 'SMTPApiError'].includes(Type);
    return { bounces: isFinal ? [{ ...bounce, kind: 'refused' }] : [] };
  },
);

const mailgun = z.object({
  'event-data': z.object({
    event: textSchema,
    severity: textSchema.optional(),
    recipient: addressSchema,
    reason: textSchema.optional(),
    'delivery-status': z
      .object({
        code: z.union([textSchema, z.number()]).optional(),
        message: textSchema.optional(),
        description: textSchema.optional(),
      })
      .optional(),
    message: z
      .object({ headers: z.object({ 'message-id': textSchema.optional() }).optional() })
      .optional(),
  }),
});

const readMailgun = createReportReader(mailgun, ({ 'event-data': data }) => {
  const { event, severity, recipient, reason, message, 'delivery-status': status } = data;
  const mailId = findMailId(message?.headers?.['message-id']);
  if (event === 'complained')
    return { bounces: [{ kind: 'complaint', mailId, recipient, reason: 'called spam' }] };
  if (event !== 'failed' || severity !== 'permanent') return { bounces: [] };
  const words = joinReasons(
    String(status?.code ?? ''),
    status?.message || status?.description || reason,
  );
  const isHard =
    reason === 'suppress-bounce' ||
    (reason === 'bounce' && /\b5\.(1\.\d+|2\.1)\b|^(550|551|553)\b/.test(words));
  return { bounces: [{ kind: isHard ? 'hard' : 'refused', mailId, recipient, reason: words }] };
});

const sendgridEvent = z.object({
  event: textSchema,
  email: addressSchema,
  type: textSchema.optional(),
  status: textSchema.optional(),
  reason: textSchema.optional(),
  'smtp-id': textSchema.optional(),
});
type SendgridEvent = z.output<typeof sendgridEvent>;

function classifySendgridEvent({
  event,
  type,
  status = '',
  reason = '',
}: SendgridEvent): Bounce['kind'] | undefined {
  if (event === 'spamreport') return 'complaint';
  // SendGrid didn't try to deliver: on its suppression list, or because of the email.
  if (event === 'dropped') return /bounced address|invalid/i.test(reason) ? 'hard' : 'refused';
  if (event !== 'bounce') return undefined;
  return type === 'blocked' ? 'refused' : (classifyBounceStatus(status) ?? 'hard');
}

const readSendgrid = createReportReader(createListSchema(sendgridEvent), (events) => ({
  bounces: events.flatMap((each) => {
    const kind = classifySendgridEvent(each);
    const { email: recipient, status, reason } = each;
    const mailId = findMailId(each['smtp-id']);
    return kind ? [{ kind, mailId, recipient, reason: joinReasons(status, reason) }] : [];
  }),
}));

/** Returns undefined for unknown formats. */
export function readReport(value: unknown): BounceReport | undefined {
  for (const read of [
    readGenericReport,
    readSns,
    readSes,
    readPostmark,
    readMailgun,
    readSendgrid,
  ]) {
    const found = read(value);
    if (found) return found;
  }
  return undefined;
}

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

const readSes = createReportReader(
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

const readSns = createReportReader(sns, ({ Type, Message, SubscribeURL }) => {
  if (Type === 'SubscriptionConfirmation' && SubscribeURL)
    return { bounces: [], confirmAt: SubscribeURL.slice(0, 2_000) };
  try {
    return readSes(JSON.parse(Message)) ?? { bounces: [] };
  } catch {
    // SNS also sends a plain-text message after setup.
    return { bounces: [] };
  }
});
