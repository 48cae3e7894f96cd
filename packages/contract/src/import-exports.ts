/** First columns of an export. They distinguish exports from other files. */
export const exportColumns = [
  ...['id', 'badgeId', 'badge', 'name', 'email'],
  ...['issuedOn', 'expires', 'revoked', 'revocationReason', 'timestamp'],
];
const [badgeAt, revokedAt] = [exportColumns.indexOf('badgeId'), exportColumns.indexOf('revoked')];

/** Reason to skip a row of an export. */
export type ExportSkipReason = 'otherBadge' | 'revoked';

/** Recognizes an export even if columns were appended. */
export function isExport(header: readonly string[]): boolean {
  return exportColumns.every((name, at) => header[at]?.trim().toLowerCase() === name.toLowerCase());
}

const bareId = (text = ''): string =>
  text
    .trim()
    .slice(text.trim().lastIndexOf('/') + 1)
    .toLowerCase();

/**
 * Rows of an export to skip: revoked credentials, and credentials of other badges if the file
 * contains several. A file of one other badge is accepted, to issue a new badge to its recipients.
 */
export function createExportRowFilter(
  rows: readonly (readonly string[])[],
  badgeId: string,
): (cells: readonly string[]) => ExportSkipReason | undefined {
  const wanted = bareId(badgeId);
  const badges = new Set(rows.map((cells) => bareId(cells[badgeAt])).filter(Boolean));
  const isOther = (id: string): boolean => badges.size > 1 && id !== '' && id !== wanted;
  return (cells) => {
    if (wanted !== '' && isOther(bareId(cells[badgeAt]))) return 'otherBadge';
    return cells[revokedAt]?.trim().toLowerCase() === 'true' ? 'revoked' : undefined;
  };
}
