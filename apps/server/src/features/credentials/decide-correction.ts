import {
  type AttributeDefinition,
  areErrorDetails,
  type CredentialDetails,
  credentialDates,
  credentialDetails,
  detailsTooLarge,
  type EditionField,
  type ErrorDetail,
  type Evidence,
  isWithinSizeLimit,
  readAttributes,
} from '@insignia/contract';
import type { CorrectableValues, Correction, FieldChange } from './correct-store.ts';
import { formatCredentialDetails } from './rules.ts';

/** Fields that stay unchanged are undefined. Null removes a value. */
export type CredentialChange = {
  recipient?: { name?: string | undefined; email?: string | undefined } | undefined;
  issuedOn?: string | undefined;
  expires?: string | null | undefined;
  narrative?: string | null | undefined;
  evidence?: Evidence[] | undefined;
  attributes?: Record<string, string | number> | undefined;
};

/** Values by field, as replies show them. */
export function formatCorrectableValues(
  values: CorrectableValues,
): Partial<Record<EditionField, unknown>> {
  const {
    narrative = null,
    evidence = null,
    attributes = null,
  } = formatCredentialDetails(values.details);
  return {
    'recipient.name': values.name,
    'recipient.email': values.email,
    issuedOn: values.issuedOn.toISOString(),
    expires: values.expires?.toISOString() ?? null,
    ...{ narrative, evidence, attributes },
  };
}

/**
 * Applies a change to a credential, or returns all errors. `defined` are the custom fields of the
 * badge in the credential's edition.
 */
export function decideCorrection(
  before: CorrectableValues,
  change: CredentialChange,
  defined: AttributeDefinition[],
  now: Date,
): Correction | ErrorDetail[] {
  const dates = readDates(before, change, now);
  const details = readDetails(before.details, change, defined);
  if ('errors' in dates || 'errors' in details)
    return [dates, details].flatMap((read) => ('errors' in read ? read.errors : []));
  const { name = before.name, email = before.email } = change.recipient ?? {};
  const after = { name, email, ...dates, ...details };
  return { after, changes: listChanges(before, after) };
}

type Errors = { errors: ErrorDetail[] };

function readDates(
  before: CorrectableValues,
  { issuedOn, expires }: CredentialChange,
  now: Date,
): Pick<CorrectableValues, 'issuedOn' | 'expires'> | Errors {
  if (issuedOn === undefined && expires === undefined)
    return { issuedOn: before.issuedOn, expires: before.expires };
  const end = expires === undefined ? before.expires?.toISOString() : (expires ?? undefined);
  const dates = credentialDates(issuedOn ?? before.issuedOn.toISOString(), end, now.getTime());
  if (!Array.isArray(dates))
    return {
      issuedOn: issuedOn === undefined ? before.issuedOn : new Date(dates.issuedOn),
      expires: dates.expires === undefined ? null : new Date(dates.expires),
    };
  // If the end wasn't sent, the error is about the date that was.
  const isAboutEnd = ({ path }: ErrorDetail) => path === 'expires' && expires === undefined;
  const errors = dates.map((error) =>
    isAboutEnd(error) ? { path: 'issuedOn', message: 'must not be after expires' } : error,
  );
  return { errors };
}

function readDetails(
  before: CredentialDetails | null,
  { narrative, evidence, attributes }: CredentialChange,
  defined: AttributeDefinition[],
): { details: CredentialDetails | null } | Errors {
  if (narrative === undefined && evidence === undefined && attributes === undefined)
    return { details: before };
  const read = attributes ? readAttributes(attributes, defined) : (before?.attributes ?? []);
  if (areErrorDetails(read)) return { errors: read };
  const input = {
    narrative: narrative === undefined ? before?.narrative : (narrative ?? undefined),
    evidence: evidence ?? before?.evidence,
  };
  const corrected = credentialDetails(input, read);
  const supersedes = before?.supersedes;
  const details = supersedes ? { ...corrected, supersedes } : corrected;
  if (isWithinSizeLimit({ ...input, ...formatCredentialDetails(corrected) })) return { details };
  return { errors: [{ path: detailsTooLarge.path.join('.'), message: detailsTooLarge.error }] };
}

function listChanges(before: CorrectableValues, after: CorrectableValues): FieldChange[] {
  const earlier = formatCorrectableValues(before);
  return Object.entries(formatCorrectableValues(after)).flatMap(([name, value]) => {
    const field = name as EditionField;
    const isSame = JSON.stringify(earlier[field]) === JSON.stringify(value);
    return isSame ? [] : [{ field, before: earlier[field], after: value }];
  });
}

/** Returns the error in the end of a renewal. The same end again changes nothing. */
export function findRenewalError(
  before: Date | null,
  after: Date | null,
  now: Date,
): ErrorDetail | undefined {
  const message = describeRenewalError(before, after, now);
  return message === undefined ? undefined : { path: 'expires', message };
}

function describeRenewalError(before: Date | null, after: Date | null, now: Date) {
  if (!before) return "can't be changed, because this credential never expires";
  if (!after || after < before)
    return `must not be before the current end, ${before.toISOString()}`;
  return after <= now ? 'must be in the future' : undefined;
}
