import type { BadgeDetails, ErrorCode } from '@insignia/contract';

export type Credentials = { valid: number; revoked: number };

/** Deviation (g): revoked credentials don't block deletion, but keep the public document. */
export function decideDelete({
  valid,
  revoked,
}: Credentials): { refuse: ErrorCode } | { hide: boolean } {
  if (valid > 0) return { refuse: 'badge_has_credentials' };
  return { hide: revoked > 0 };
}

type Change = {
  [Name in keyof BadgeDetails]?: BadgeDetails[Name] | null | undefined;
};

/** Absent fields are unchanged, empty ones are removed. Null if nothing remains. */
export function detailsWith(before: BadgeDetails | null, change: Change): BadgeDetails | null {
  const { tags, alignment, achievementType, language, validFor, attributes } = change;
  const sent = Object.entries({
    ...{ tags, alignment, achievementType, language },
    ...{ validFor, attributes },
  });
  const after = {
    ...before,
    ...Object.fromEntries(sent.filter(([, value]) => value !== undefined)),
  };
  const said = Object.entries(after).filter(([, value]) => value !== null && value.length > 0);
  return said.length > 0 ? Object.fromEntries(said) : null;
}
