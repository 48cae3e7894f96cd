import type { BadgeDetails, ErrorCode } from '@insignia/contract';

export type CredentialCounts = { valid: number; revoked: number };

/** Deviation (g): revoked credentials don't block deletion, but keep the public document. */
export function decideDelete({
  valid,
  revoked,
}: CredentialCounts): { refuse: ErrorCode } | { hide: boolean } {
  if (valid > 0) return { refuse: 'badge_has_credentials' };
  return { hide: revoked > 0 };
}

type DetailsChange = {
  [Name in keyof BadgeDetails]?: BadgeDetails[Name] | null | undefined;
};

/** Absent fields are unchanged, empty ones are removed. Null if nothing remains. */
export function applyDetailsChange(
  before: BadgeDetails | null,
  change: DetailsChange,
): BadgeDetails | null {
  const { tags, alignment, achievementType, language, validFor, attributes } = change;
  const { certificateText, hours, credits } = change;
  const sent = Object.entries({
    ...{ tags, alignment, achievementType, language },
    ...{ validFor, attributes, certificateText, hours, credits },
  });
  const after = {
    ...before,
    ...Object.fromEntries(sent.filter(([, value]) => value !== undefined)),
  };
  const fields = Object.entries(after).filter(([, value]) => !isEmpty(value));
  return fields.length > 0 ? Object.fromEntries(fields) : null;
}

const isEmpty = (value: string | number | readonly unknown[] | null): boolean =>
  value === null || (typeof value !== 'number' && value.length === 0);
