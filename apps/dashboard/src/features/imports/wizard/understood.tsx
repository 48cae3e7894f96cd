import { t } from '../t.ts';
import type { View } from '../work/view.ts';

const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
} as const;
const delimiters = {
  ',': t('delimiter.comma'),
  ';': t('delimiter.semicolon'),
  '\t': t('delimiter.tab'),
  '|': t('delimiter.pipe'),
} as const;

/** What the file was taken for. */
export function Understood({ view: { name, rows, understood } }: { view: View }) {
  const how =
    understood.kind === 'workbook'
      ? t('match.workbook')
      : t('match.text', {
          encoding: encodings[understood.encoding],
          delimiter: delimiters[understood.delimiter],
        });
  return (
    <p>
      {t('match.rows', { name, rows })} <span className="fine">{how}</span>
    </p>
  );
}
