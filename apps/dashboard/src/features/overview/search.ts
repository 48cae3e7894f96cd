import { z } from 'zod';

export const ranges = [7, 30, 90, 365] as const;

/** What the address says of the chart; what makes no sense is as if it was not there. */
export const searchOfOverview = z.object({
  days: z.literal(ranges).optional().catch(undefined),
  badge: z.uuid().optional().catch(undefined),
  of: z.enum(['views', 'shares', 'downloads', 'linkedin']).optional().catch(undefined),
  compare: z.literal(true).optional().catch(undefined),
});
