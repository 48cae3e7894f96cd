import { z } from 'zod';
import { address, mailIdIn, reader, reasonOf, text } from './report.ts';

const mailgun = z.object({
  'event-data': z.object({
    event: text,
    severity: text.optional(),
    recipient: address,
    reason: text.optional(),
    'delivery-status': z
      .object({
        code: z.union([text, z.number()]).optional(),
        message: text.optional(),
        description: text.optional(),
      })
      .optional(),
    message: z
      .object({ headers: z.object({ 'message-id': text.optional() }).optional() })
      .optional(),
  }),
});

export const readMailgun = reader(mailgun, ({ 'event-data': data }) => {
  const { event, severity, recipient, reason, message, 'delivery-status': status } = data;
  const mailId = mailIdIn(message?.headers?.['message-id']);
  if (event === 'complained')
    return { bounces: [{ kind: 'complaint', mailId, recipient, reason: 'called spam' }] };
  if (event !== 'failed' || severity !== 'permanent') return { bounces: [] };
  const words = reasonOf(
    String(status?.code ?? ''),
    status?.message || status?.description || reason,
  );
  const isHard =
    reason === 'suppress-bounce' ||
    (reason === 'bounce' && /\b5\.(1\.\d+|2\.1)\b|^(550|551|553)\b/.test(words));
  return { bounces: [{ kind: isHard ? 'hard' : 'refused', mailId, recipient, reason: words }] };
});
