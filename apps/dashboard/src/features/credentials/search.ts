import { z } from 'zod';

const text = z.string().max(200).optional().catch(undefined);

/** What the address says of the list; what makes no sense is as if it was not there. */
export const searchOfCredentials = z.object({
  search: text,
  badge: text,
  state: z.enum(['valid', 'expired', 'revoked']).optional().catch(undefined),
});
export type Asked = z.infer<typeof searchOfCredentials>;

/** Addresses have an @, names have none. */
export function filterOf({ search, badge, state }: Asked) {
  const searchField: 'email' | 'name' = search?.includes('@') ? 'email' : 'name';
  return {
    ...(badge ? { badgeId: badge } : {}),
    ...(state ? { state } : {}),
    ...(search ? { search, searchField } : {}),
  };
}
export type Filter = ReturnType<typeof filterOf>;

/** The badge that is to be issued. */
export const searchOfIssue = z.object({ badge: text });
