import { z } from 'zod';
import {
  addressSchema,
  createReportReader,
  findMailId,
  joinReasons,
  textSchema,
} from './report.ts';

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

export const readMailgun = createReportReader(mailgun, ({ 'event-data': data }) => {
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
