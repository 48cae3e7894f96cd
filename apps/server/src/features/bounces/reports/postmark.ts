import { z } from 'zod';
import { address, reader, reasonOf, text } from './report.ts';

const postmark = z.object({
  RecordType: text,
  Type: text.optional(),
  Email: address,
  Description: text.optional(),
  Details: text.optional(),
});

const hardAtPostmark = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated', 'AddressChange'];
export const readPostmark = reader(
  postmark,
  ({ RecordType, Type = '', Email, Description, Details }) => {
    const bounce = { recipient: Email, reason: reasonOf(Type, Details ?? Description) };
    if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint')
      return { bounces: [{ ...bounce, kind: 'complaint' }] };
    if (RecordType !== 'Bounce') return { bounces: [] };
    if (hardAtPostmark.includes(Type)) return { bounces: [{ ...bounce, kind: 'hard' }] };
    const isFinal = ['Blocked', 'SpamNotification', 'DMARCPolicy', 'SMTPApiError'].includes(Type);
    return { bounces: isFinal ? [{ ...bounce, kind: 'refused' }] : [] };
  },
);
