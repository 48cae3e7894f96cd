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
import { readSes, readSns } from './ses.ts';

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
