import { emailMessages, languages, mailStates } from '@insignia/contract/calls';

type ParamReader<T> = (value: unknown) => T | undefined;
type SearchFields<R> = {
  [K in keyof R]?: R[K] extends ParamReader<infer T> ? T | undefined : never;
};

const MAX_LENGTH = 200;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const date = /^\d{4}-\d\d-\d\d$/;

/**
 * Parses the query of a URL, field by field. An invalid field is set to undefined, because the
 * router would keep the original value of a missing field. Doesn't use Zod, because the routes of
 * all screens are in the initial bundle.
 */
export const createSearchParser =
  <R extends Readonly<Record<string, ParamReader<unknown>>>>(readers: R) =>
  (query: Record<string, unknown>): SearchFields<R> => {
    const found = Object.entries(readers).map(([name, read]) => [name, read(query[name])]);
    return Object.fromEntries(found) as SearchFields<R>;
  };

export const textParam: ParamReader<string> = (value) =>
  typeof value === 'string' && value.length <= MAX_LENGTH ? value : undefined;

export const oneOfParam =
  <const T>(values: readonly T[]): ParamReader<T> =>
  (value) =>
    values.find((one) => one === value);

export const idParam: ParamReader<string> = (value) =>
  typeof value === 'string' && uuid.test(value) ? value : undefined;

/** Accepts only dates that exist in the calendar. */
export const dayParam: ParamReader<string> = (value) => {
  if (typeof value !== 'string' || !date.test(value)) return undefined;
  const time = Date.parse(value);
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return exists ? value : undefined;
};

const readShortText = (value: unknown): string | undefined => {
  const found = textParam(value);
  return found && found.length <= 64 ? found : undefined;
};

/** Filters of the audit log in the URL. */
export const parseAuditSearch = createSearchParser({
  person: readShortText,
  action: readShortText,
  from: dayParam,
  to: dayParam,
});
export type AuditSearch = ReturnType<typeof parseAuditSearch>;

/** Filters of the credentials in the URL. */
export const parseCredentialsSearch = createSearchParser({
  search: textParam,
  badge: textParam,
  state: oneOfParam(['valid', 'expired', 'revoked']),
  email: oneOfParam(['not_emailed', 'emailed', 'bounced']),
});
type CredentialsSearch = ReturnType<typeof parseCredentialsSearch>;
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

export const wizardSteps = ['file', 'match', 'check', 'issue'] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** Draft, step, row filter and badge of the import assistant in the URL. */
export const parseImportSearch = createSearchParser({
  draft: textParam,
  step: oneOfParam(wizardSteps),
  only: oneOfParam(['faults', 'duplicates']),
  badge: textParam,
});

/** Filters of the emails in the URL. */
export const parseMailSearch = createSearchParser({
  state: oneOfParam(mailStates),
  search: textParam,
});

export function buildMailFilter({ state, search }: ReturnType<typeof parseMailSearch>) {
  return { ...(state && { state }), ...(search && { search }) };
}
export type MailFilter = ReturnType<typeof buildMailFilter>;

export const chartRanges = [7, 30, 90, 365] as const;

/** The overview's chart in the URL. */
export const parseOverviewSearch = createSearchParser({
  days: oneOfParam(chartRanges),
  badge: idParam,
  of: oneOfParam(['views', 'shares', 'downloads', 'linkedin']),
  compare: oneOfParam([true]),
});

/** The chosen email template in the URL. */
export const parseTemplatesSearch = createSearchParser({
  issuer: idParam,
  badge: idParam,
  message: oneOfParam(emailMessages),
  language: oneOfParam(languages),
});
