import { colorText } from './output.ts';
import { stripControlCharacters } from './rules.ts';

type Cell = string | number | boolean | Date | null | undefined;
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

/** Aligned columns, or `none` if there are no rows. */
export function formatTable<T>(rows: readonly T[], columns: Columns<T>, none: string): string[] {
  if (rows.length === 0) return [none];
  const heads = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((cell) => formatCell(cell(row))));
  const widths = heads.map((head, n) =>
    Math.max(head.length, ...cells.map((line) => line[n]?.length ?? 0)),
  );
  const aligned = (line: readonly string[]) =>
    line
      .map((text, n) => text.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd();
  return [colorText('bold', aligned(heads)), ...cells.map(aligned)];
}

function formatCell(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 16).replace('T', ' ');
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return cell === null || cell === undefined ? '-' : stripControlCharacters(String(cell));
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
