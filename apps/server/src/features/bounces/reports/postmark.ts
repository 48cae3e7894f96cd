import { z } from 'zod';
import { addressSchema, createReportReader, joinReasons, textSchema } from './report.ts';

const postmark = z.object({
  RecordType: textSchema,
  Type: textSchema.optional(),
  Email: addressSchema,
  Description: textSchema.optional(),
  Details: textSchema.optional(),
});

const hardBounceTypes = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated', 'AddressChange'];
export const readPostmark = createReportReader(
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
