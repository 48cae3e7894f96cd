/** The first columns of an export of credentials, which tell it from other files. */
export const exportColumns = [
  ...['id', 'badgeId', 'badge', 'name', 'email'],
  ...['issuedOn', 'expires', 'revoked', 'revocationReason', 'timestamp'],
];
const [badgeAt, revokedAt] = [exportColumns.indexOf('badgeId'), exportColumns.indexOf('revoked')];

/** Why a row of an export is not issued again. */
export type LeftOut = 'otherBadge' | 'revoked';

/** Whether a file is one that the service has exported, whatever columns were added behind. */
export function isExport(header: readonly string[]): boolean {
  return exportColumns.every((name, at) => header[at]?.trim().toLowerCase() === name.toLowerCase());
}

const bareId = (text = ''): string =>
  text
    .trim()
    .slice(text.trim().lastIndexOf('/') + 1)
    .toLowerCase();

/**
 * Which rows of an export are not issued again: those of credentials that are revoked, and of several badges those of
 * others than `badgeId`. Who holds one badge may be given another: rows that are all of one badge are all taken.
 */
export function leftOutOfExport(
  rows: readonly (readonly string[])[],
  badgeId: string,
): (cells: readonly string[]) => LeftOut | undefined {
  const wanted = bareId(badgeId);
  const badges = new Set(rows.map((cells) => bareId(cells[badgeAt])).filter(Boolean));
  const isOther = (id: string): boolean => badges.size > 1 && id !== '' && id !== wanted;
  return (cells) => {
    if (wanted !== '' && isOther(bareId(cells[badgeAt]))) return 'otherBadge';
    return cells[revokedAt]?.trim().toLowerCase() === 'true' ? 'revoked' : undefined;
  };
}
