import { listMail } from '@insignia/contract';
import { z } from 'zod';

/** What the address says of the list; what makes no sense is as if it was not there. */
export const searchOfMail = z.object({
  state: listMail.query.shape.state.catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
});

/** What of it the service is asked for: addresses have an @, names have none. */
export function filterOf({ state, search }: z.infer<typeof searchOfMail>) {
  const searchField: 'email' | 'name' = search?.includes('@') ? 'email' : 'name';
  return { ...(state && { state }), ...(search && { search, searchField }) };
}
export type Filter = ReturnType<typeof filterOf>;
