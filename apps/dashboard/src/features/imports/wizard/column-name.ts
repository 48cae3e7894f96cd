import { t } from '../t.ts';

const longest = 60;

/** What a column is called; one without a name, by its place. */
export function columnName(header: readonly string[], at: number): string {
  const name = header[at] || t('match.column', { number: at + 1 });
  return name.length > longest ? `${name.slice(0, longest)}…` : name;
}
