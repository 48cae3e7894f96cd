import { createSearchParser, oneOfParam, textParam } from '../../shared/search.ts';

/** Reads the filters of the list from the URL. */
export const parseCredentialsSearch = createSearchParser({
  search: textParam,
  badge: textParam,
  state: oneOfParam(['valid', 'expired', 'revoked']),
});
export type CredentialsSearch = ReturnType<typeof parseCredentialsSearch>;

/** Email addresses contain @, names don't. */
export function buildCredentialFilter({ search, badge, state }: CredentialsSearch) {
  const searchField: 'email' | 'name' = search?.includes('@') ? 'email' : 'name';
  return {
    ...(badge ? { badgeId: badge } : {}),
    ...(state ? { state } : {}),
    ...(search ? { search, searchField } : {}),
  };
}
export type CredentialListFilter = ReturnType<typeof buildCredentialFilter>;

/** The badge to issue. */
export const parseIssueSearch = createSearchParser({ badge: textParam });
