import { createSearchParser, oneOfParam, textParam } from '../../shared/search.ts';

export const parseCredentialsSearch = createSearchParser({
  search: textParam,
  badge: textParam,
  state: oneOfParam(['valid', 'expired', 'revoked']),
  email: oneOfParam(['not_emailed', 'emailed', 'bounced']),
});
export type CredentialsSearch = ReturnType<typeof parseCredentialsSearch>;
export type EmailStatus = NonNullable<CredentialsSearch['email']>;

export function buildCredentialFilter({ search, badge, state, email }: CredentialsSearch) {
  return {
    ...(badge ? { badgeId: badge } : {}),
    ...(state ? { state } : {}),
    ...(email ? { emailStatus: email } : {}),
    ...(search ? { search } : {}),
  };
}
export type CredentialListFilter = ReturnType<typeof buildCredentialFilter>;

export const parseIssueSearch = createSearchParser({ badge: textParam });
