import { oneOf, searchOf, text } from '../../shared/search.ts';

/** What the address says of the list. */
export const searchOfCredentials = searchOf({
  search: text,
  badge: text,
  state: oneOf(['valid', 'expired', 'revoked']),
});
export type Asked = ReturnType<typeof searchOfCredentials>;

/** Email addresses contain @, names don't. */
export function filterOf({ search, badge, state }: Asked) {
  const searchField: 'email' | 'name' = search?.includes('@') ? 'email' : 'name';
  return {
    ...(badge ? { badgeId: badge } : {}),
    ...(state ? { state } : {}),
    ...(search ? { search, searchField } : {}),
  };
}
export type Filter = ReturnType<typeof filterOf>;

/** The badge to issue. */
export const searchOfIssue = searchOf({ badge: text });
