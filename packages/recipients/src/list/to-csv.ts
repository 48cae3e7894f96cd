const special = /[",\r\n]/;
const quoted = (cell: string): string =>
  special.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Writes the CSV file that an import accepts. */
export function toCsv(fields: readonly string[], rows: Iterable<readonly string[]>): string {
  const lines = [fields.map(quoted).join(',')];
  for (const cells of rows) lines.push(cells.map(quoted).join(','));
  return `${lines.join('\n')}\n`;
}
