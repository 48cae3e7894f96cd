import { createSearchParser, oneOfParam, textParam } from '../../shared/search.ts';

export const parseCredentialsSearch = createSearchParser({
  search: textParam,
  badge: textParam,
  state: oneOfParam(['valid', 'expired', 'revoked']),
});
export type CredentialsSearch = ReturnType<typeof parseCredentialsSearch>;

export function buildCredentialFilter({ search, badge, state }: CredentialsSearch) {
  return {
    ...(badge ? { badgeId: badge } : {}),
    ...(state ? { state } : {}),
    ...(search ? { search } : {}),
  };
}
export type CredentialListFilter = ReturnType<typeof buildCredentialFilter>;

export const parseIssueSearch = createSearchParser({ badge: textParam });
