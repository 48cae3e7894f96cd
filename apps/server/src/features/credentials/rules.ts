import { type CredentialDetails, type ErrorCode, type Evidence, fold } from '@insignia/contract';

export { fold };

/** Escapes text for LIKE. */
export function likeLiteral(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** Current status. Revoked credentials don't expire. */
export function computeCredentialStatus(
  { revokedAt, expires }: { revokedAt: unknown; expires: { getTime: () => number } | null },
  now: number,
): 'valid' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expires && expires.getTime() < now ? 'expired' : 'valid';
}

type Revocation = { revoked: boolean; reason: string | null };

/**
 * Revoking again for the same reason changes nothing (decisions, POST /awards/{awardId}/revoke).
 */
export function decideRevoke(
  now: Revocation,
  reason: string,
): { refuse: ErrorCode } | { keep: boolean } {
  if (!now.revoked) return { keep: false };
  return (now.reason ?? '') === reason ? { keep: true } : { refuse: 'already_revoked' };
}

/** Details in the form of replies. */
export function formatCredentialDetails(details: CredentialDetails | null) {
  const { narrative, evidence, attributes, supersedes } = details ?? {};
  const { id, issuer = '', issuedOn = '' } = supersedes ?? {};
  return {
    ...(supersedes && { supersedes: { ...(id !== undefined && { id }), issuer, issuedOn } }),
    ...(narrative && { narrative }),
    ...(evidence && { evidence: evidence.map(sortEvidenceFields) }),
    ...(attributes && {
      attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    }),
  };
}

/** Fixed member order, whatever the database stores. */
function sortEvidenceFields(evidence: Evidence): Evidence {
  const order = ['id', 'name', 'description', 'narrative', 'genre', 'audience'] as const;
  const names = order.filter((name) => evidence[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, evidence[name]]));
}

/** Exports have one column per custom field, up to this many. */
export const MAX_ATTRIBUTE_COLUMNS = 100;
const hasOwnColumns = (names: string[]): boolean => names.length <= MAX_ATTRIBUTE_COLUMNS;

/** Columns as imports read them: one per custom field, or one with JSON if there are too many. */
export function detailColumns(names: string[]): string[] {
  const each = hasOwnColumns(names) ? names.map((name) => `attribute:${name}`) : ['attributes'];
  return ['narrative', 'evidence', ...each];
}

export function detailCells(details: CredentialDetails | undefined, names: string[]) {
  const { narrative, evidence, attributes } = formatCredentialDetails(details ?? null);
  const isBare = evidence?.every((each) => Object.keys(each).join() === 'id');
  const shown = isBare ? evidence?.map(({ id }) => id).join(' ') : JSON.stringify(evidence);
  const each = hasOwnColumns(names)
    ? names.map((name) =>
        attributes && Object.hasOwn(attributes, name) ? attributes[name] : undefined,
      )
    : [JSON.stringify(attributes)];
  return [narrative, shown, ...each];
}

/** An edition that was replaced, with the values that the next one changed. */
export type ReplacedEdition = {
  number: number;
  previous: Record<string, unknown> | null;
  reason: string | null;
};

/**
 * Returns the editions of a credential that change when a folded address is erased from its history:
 * the address, and the names of editions that had it, become null. Editions are newest first.
 */
export function eraseFromEditions<T extends ReplacedEdition>(
  editions: readonly T[],
  current: string,
  address: string,
): T[] {
  let email = current;
  return editions.flatMap((edition) => {
    const before = edition.previous?.['recipient.email'];
    if (typeof before === 'string') email = fold(before);
    const isErased = email === address;
    const reason = edition.reason && fold(edition.reason).includes(address) ? null : edition.reason;
    if (!isErased) return reason === edition.reason ? [] : [{ ...edition, reason }];
    const previous = Object.entries(edition.previous ?? {}).map(([field, value]) => [
      field,
      field.startsWith('recipient.') ? null : value,
    ]);
    return [{ ...edition, reason, previous: edition.previous && Object.fromEntries(previous) }];
  });
}
