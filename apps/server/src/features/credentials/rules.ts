import {
  type CredentialDetails,
  type ErrorCode,
  type Evidence,
  fold,
  foldSearch,
} from '@insignia/contract';

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

/** Characters that `search_text` leaves as they are, in brackets of a PostgreSQL regular expression. */
export const stableCharacters =
  '\u0001-&(-_a-\u007f\u03b1-\u03c9\u0430-\u0438\u043a-\u044f\u05d0-\u05ea\u0621\u0627\u0628\u062a-\u063a\u0641-\u0648\u064a\u0679-\u06a8\u06aa-\u06bf\u3400-\u4dbf\u4e00-\u9fff';

/** Characters of which `search_text` makes none or one. Some stay as they are. */
export const simpleCharacters =
  '\u00a0-\u00bb\u00bf-\u00e5\u00e7-\u00fd\u00ff-\u0131\u0134-\u013e\u0141-\u0152\u0154-\u01c3\u01cd-\u01e2\u01e4-\u01f0\u01f4-\u01fc\u01fe-\u03b0\u03ca-\u042f\u0439\u0450-\u0487\u0591-\u05c7\u0610-\u061a\u0622-\u0626\u0629\u0640\u0649\u064b-\u065f\u0670-\u0674\u06a9\u06c0-\u06ff\u1e00-\u1e99\u1e9b-\u1fff\u200b-\u200f\u2010-\u2024\u2027-\u2035';

const stableRanges = [...stableCharacters.matchAll(/(.)-(.)|./gs)].map(
  ([one, from = one, to = one]) => ({ from, to }),
);
const isStable = (letter: string): boolean =>
  stableRanges.some(({ from, to }) => from <= letter && letter <= to);

/** May be between two letters of a text that are neighbors once it is folded. */
const between = `['\` ${simpleCharacters}]*`;
/** Enough to rule out most texts. A longer pattern takes longer to compile. */
const MAX_COMPARED = 6;

/**
 * PostgreSQL pattern that each text matches which contains the words once it is folded, and few others
 * do: comparing takes a tenth of the time of folding. Undefined if folding may change the words.
 */
export function foldFilter(words: string): string | undefined {
  const letters = [...foldSearch(words)];
  if (!letters.every(isStable)) return undefined;
  const compared = letters
    .slice(0, MAX_COMPARED)
    .map((letter) => `[${toEscape(letter)}${simpleCharacters}]`);
  return `[^\`'${stableCharacters}${simpleCharacters}]|${compared.join(between)}`;
}

const toEscape = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
