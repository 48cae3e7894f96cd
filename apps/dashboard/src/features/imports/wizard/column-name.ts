import { t } from '../t.ts';

const longest = 60;

/** Name of a column, or its position. */
export function columnName(header: readonly string[], at: number): string {
  const name = header[at] || t('match.column', { number: at + 1 });
  return name.length > longest ? `${name.slice(0, longest)}…` : name;
}
