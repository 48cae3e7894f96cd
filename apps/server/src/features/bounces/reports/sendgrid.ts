import { z } from 'zod';
import { type Bounce, kindOfStatus } from '../../../platform/mail/index.ts';
import { address, list, mailIdIn, reader, reasonOf, text } from './report.ts';

const event = z.object({
  event: text,
  email: address,
  type: text.optional(),
  status: text.optional(),
  reason: text.optional(),
  'smtp-id': text.optional(),
});
type Event = z.output<typeof event>;

function kindOf({ event, type, status = '', reason = '' }: Event): Bounce['kind'] | undefined {
  if (event === 'spamreport') return 'complaint';
  // SendGrid didn't try to deliver: on its suppression list, or because of the email.
  if (event === 'dropped') return /bounced address|invalid/i.test(reason) ? 'hard' : 'refused';
  if (event !== 'bounce') return undefined;
  return type === 'blocked' ? 'refused' : (kindOfStatus(status) ?? 'hard');
}

export const readSendgrid = reader(list(event), (events) => ({
  bounces: events.flatMap((each) => {
    const kind = kindOf(each);
    const { email: recipient, status, reason } = each;
    const mailId = mailIdIn(each['smtp-id']);
    return kind ? [{ kind, mailId, recipient, reason: reasonOf(status, reason) }] : [];
  }),
}));
