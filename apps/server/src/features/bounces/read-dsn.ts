import { type Bounce, classifyBounceStatus, markHeader } from '../../platform/mail/index.ts';
import { findMailId, joinReasons } from './report.ts';

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
