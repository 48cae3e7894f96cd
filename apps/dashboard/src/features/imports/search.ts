import { z } from 'zod';

const text = z.string().max(200).optional().catch(undefined);

export const steps = ['file', 'match', 'check', 'issue'] as const;
export type Step = (typeof steps)[number];

/** What the address says: which list is being prepared, at which step, which of its rows are shown, and for which badge. */
export const searchOfImport = z.object({
  draft: text,
  step: z.enum(steps).optional().catch(undefined),
  only: z.enum(['faults', 'duplicates']).optional().catch(undefined),
  badge: text,
});
