import { z } from 'zod';

/** What is open above the screen, so that signing in again comes back to it. */
export const searchOfAccount = z.object({
  do: z.enum(['password', 'delete']).optional().catch(undefined),
});
