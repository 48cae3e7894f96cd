import { t } from '../t.ts';

const MAX_NAME_LENGTH = 60;

/** Name of a column, or its position. */
export function getColumnName(header: readonly string[], at: number): string {
  const name = header[at] || t('match.column', { number: at + 1 });
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}
