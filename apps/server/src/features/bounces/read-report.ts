import { canonicalAddress } from '@insignia/contract';
import { z } from 'zod';
import { type Bounce, classifyBounceStatus, markHeader } from '../../platform/mail/index.ts';

/** Bounces in a provider's message, or a subscription URL for the operator to confirm. */
type BounceReport = { bounces: Bounce[]; confirmAt?: string };

const MAX_BOUNCES = 1_000;
/** PostgreSQL rejects NUL. */
const textSchema = z.string().transform((value) => value.replaceAll('\0', '\ufffd'));
/**
 * An address in the form that our emails use. Providers write international domains in either form.
 */
const addressSchema = textSchema.transform(canonicalAddress);
const createListSchema = <T extends z.ZodType>(item: T) => z.array(item).max(MAX_BOUNCES);

/** Our ids precede the @ of each Message-ID. */
function findMailId(messageId: string | undefined): string | undefined {
  return /^\s*<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(messageId ?? '')?.[1];
}

/** One line with a maximum length, because it comes from strangers and appears in lists. */
const joinReasons = (...parts: (string | undefined)[]): string =>
  parts
    .filter(Boolean)
    .join(': ')
    .replaceAll('\0', '\ufffd')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 500) || 'no reason given';

/** Returns undefined if the value has another format. */
type ReportReader = (value: unknown) => BounceReport | undefined;
const createReportReader =
  <T>(schema: z.ZodType<T>, read: (value: T) => BounceReport): ReportReader =>
  (value) => {
    const found = schema.safeParse(value);
    return found.success ? read(found.data) : undefined;
  };

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
 * A message to the bounce mailbox: bounced or delayed (RFC 3464), or a spam complaint (RFC 5965).
 */
export type MailboxReport = {
  bounce?: Bounce;
  /** The mark found in the returned email. */
  mark?: string;
  why: 'came back' | 'spam' | 'nothing final' | 'no report';
};

/**
 * A report starts with its relevant content, in some hundred lines, and the email behind it may be
 * large. The parser takes microseconds per line, and anyone can send an email that consists only of
 * such lines.
 */
const MAX_BYTES = 256 * 1024;
const MAX_LINES = 4_000;
const LINE_FEED = 0x0a;

/** Returns the part of an email that is read. */
export function takeReadableStart(raw: Uint8Array): Uint8Array {
  const start = raw.subarray(0, MAX_BYTES);
  let end = 0;
  for (let lines = 0; lines < MAX_LINES; lines++) {
    const lineEnd = start.indexOf(LINE_FEED, end);
    if (lineEnd < 0) return start;
    end = lineEnd + 1;
  }
  return start.subarray(0, end);
}

/** The named address isn't trusted: the report counts for its email. */
export async function readDsn(raw: Uint8Array): Promise<MailboxReport> {
  const { default: PostalMime } = await import('postal-mime');
  const { attachments } = await PostalMime.parse(takeReadableStart(raw), {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
  });
  const readText = (...types: string[]): string =>
    attachments
      .filter(({ mimeType }) => types.includes(mimeType))
      .map(({ content }) => String(content).slice(0, 100_000))
      .join('\n');
  const returned = readText(
    'text/rfc822-headers',
    'message/rfc822',
    'message/global',
    'message/global-headers',
  );
  const headers = parseFields(returned.split(/\r?\n\r?\n/)[0] ?? '');
  const mailId = findMailId(headers.get('message-id'));
  const mark = headers.get(markHeader.toLowerCase());
  const marked = mark === undefined ? {} : { mark };

  const feedback = parseFields(readText('message/feedback-report'));
  if (feedback.get('feedback-type') === 'abuse')
    return { why: 'spam', ...marked, bounce: { kind: 'complaint', mailId, reason: 'called spam' } };

  const status = readText('message/delivery-status', 'message/global-delivery-status');
  if (!status) return { why: 'no report' };
  for (const block of status.split(/\r?\n\r?\n/).slice(0, 100)) {
    const fields = parseFields(block);
    // RFC 3464 §2.3.4: a comment may follow the code.
    const code = fields.get('status')?.split(' ')[0] ?? '';
    const kind =
      fields.get('action')?.toLowerCase() === 'failed'
        ? (classifyBounceStatus(code) ?? 'refused')
        : undefined;
    if (kind) {
      const words = fields.get('diagnostic-code')?.replace(/^[\w-]+;\s*/, '');
      return {
        why: 'came back',
        ...marked,
        bounce: { kind, mailId, reason: joinReasons(words ?? code) },
      };
    }
  }
  return { why: 'nothing final' };
}

/** Lower-case names. Lines that start with a space continue the previous one. */
function parseFields(text: string): Map<string, string> {
  const lines = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const colon = line.indexOf(':');
      return colon > 0
        ? [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const]
        : [];
    }),
  );
}
