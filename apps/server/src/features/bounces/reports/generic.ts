import { z } from 'zod';
import {
  addressSchema,
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

export const readGenericReport = createReportReader(genericReport, ({ bounces }) => ({
  bounces: bounces.map(({ kind, messageId, recipient, reason }) => ({
    ...{ kind, recipient },
    mailId: findMailId(messageId),
    reason: joinReasons(reason),
  })),
}));
