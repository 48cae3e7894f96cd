import { z } from 'zod';

/** What the address says of the list; what makes no sense is as if it was not there. */
export const searchOfBadges = z.object({ search: z.string().max(200).optional().catch(undefined) });
