import type { RowCounts } from '@insignia/recipients';
import { t } from '../t.ts';
import classes from './wizard.module.css';

/** Numbers of rows and errors. */
export function RowCountsSummary({ counts }: { counts: RowCounts }) {
  const { rows, faults, repeated, held, out } = counts;
  return (
    <p className={classes.tally} role="status">
      <span>{t('check.rows', { count: rows })}</span>
      <span className="state" data-tone={faults > 0 ? 'bad' : 'good'}>
        {t('check.errors', { count: faults })}
      </span>
      {repeated > 0 && (
        <span className="state" data-tone="warn">
          {t('check.duplicates', { count: repeated })}
        </span>
      )}
      {held > 0 && (
        <span className="state" data-tone="warn">
          {t('check.holders', { count: held })}
        </span>
      )}
      {out > 0 && <span className="state">{t('check.removedCount', { count: out })}</span>}
    </p>
  );
}
