const special = /[",\r\n]/;
const quoted = (cell: string): string =>
  special.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;

/** The file that an import takes. */
export function toCsv(fields: readonly string[], rows: Iterable<readonly string[]>): string {
  const lines = [fields.map(quoted).join(',')];
  for (const cells of rows) lines.push(cells.map(quoted).join(','));
  return `${lines.join('\n')}\n`;
}
