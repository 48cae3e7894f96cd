import { z } from 'zod';
import { type Bounce, classifyBounceStatus } from '../../../platform/mail/index.ts';
import {
  addressSchema,
  createListSchema,
  createReportReader,
  findMailId,
  joinReasons,
  textSchema,
} from './report.ts';

const event = z.object({
  event: textSchema,
  email: addressSchema,
  type: textSchema.optional(),
  status: textSchema.optional(),
  reason: textSchema.optional(),
  'smtp-id': textSchema.optional(),
});
type Event = z.output<typeof event>;

function bounceKind({ event, type, status = '', reason = '' }: Event): Bounce['kind'] | undefined {
  if (event === 'spamreport') return 'complaint';
  // SendGrid didn't try to deliver: on its suppression list, or because of the email.
  if (event === 'dropped') return /bounced address|invalid/i.test(reason) ? 'hard' : 'refused';
  if (event !== 'bounce') return undefined;
  return type === 'blocked' ? 'refused' : (classifyBounceStatus(status) ?? 'hard');
}

export const readSendgrid = createReportReader(createListSchema(event), (events) => ({
  bounces: events.flatMap((each) => {
    const kind = bounceKind(each);
    const { email: recipient, status, reason } = each;
    const mailId = findMailId(each['smtp-id']);
    return kind ? [{ kind, mailId, recipient, reason: joinReasons(status, reason) }] : [];
  }),
}));
