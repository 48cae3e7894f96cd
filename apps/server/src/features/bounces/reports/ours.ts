import { z } from 'zod';
import { address, list, mailIdIn, reader, reasonOf, text } from './report.ts';

const ours = z.object({
  bounces: list(
    z.object({
      kind: z.enum(['hard', 'refused', 'complaint']),
      messageId: text.optional(),
      recipient: address.optional(),
      reason: text.optional(),
    }),
  ),
});

export const readOurs = reader(ours, ({ bounces }) => ({
  bounces: bounces.map(({ kind, messageId, recipient, reason }) => ({
    ...{ kind, recipient },
    mailId: mailIdIn(messageId),
    reason: reasonOf(reason),
  })),
}));
