import { createSearchParser, oneOfParam, textParam } from '../../shared/search.ts';

export const parseCredentialsSearch = createSearchParser({
  search: textParam,
  badge: textParam,
  state: oneOfParam(['valid', 'expired', 'revoked']),
});
export type CredentialsSearch = ReturnType<typeof parseCredentialsSearch>;

/** The API searches emails or names. Only emails contain @. */
export function buildCredentialFilter({ search, badge, state }: CredentialsSearch) {
  const searchField: 'email' | 'name' = search?.includes('@') ? 'email' : 'name';
  return {
    ...(badge ? { badgeId: badge } : {}),
    ...(state ? { state } : {}),
    ...(search ? { search, searchField } : {}),
  };
}
export type CredentialListFilter = ReturnType<typeof buildCredentialFilter>;

export const parseIssueSearch = createSearchParser({ badge: textParam });
