import { t } from '../../messages/en/imports.ts';
import { formatNumber, formatUtcDate } from '../../shared/format.ts';
import { Table } from '../../shared/table.tsx';
import { getErrorFieldLabel } from './field-labels.ts';
import classes from './imports.module.css';
import type { ImportReport } from './queries.ts';

/** Values before and after the corrections of a dry run. */
export function Corrections({ report }: { report: ImportReport }) {
  const { corrections, total, failed, skipped } = report;
  const count = total - failed - skipped;
  return (
    <section className="stack">
      <h2>{t('correct.list')}</h2>
      <Table
        label={t('correct.list')}
        rows={corrections}
        getKey={({ row }) => String(row)}
        columns={[
          { title: t('one.errors.row'), show: ({ row }) => formatNumber(row) },
          { title: t('one.errors.name'), show: ({ name }) => <bdi>{name}</bdi> },
          {
            title: t('correct.change'),
            isBelow: true,
            show: ({ changes }) => (
              <ul className={classes.changes}>
                {changes.map(({ field, before, after }) => (
                  <li key={field}>
                    {getErrorFieldLabel(field.replace('recipient.', ''))}:{' '}
                    <del>{formatValue(field, before)}</del> → <ins>{formatValue(field, after)}</ins>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      {count > corrections.length && (
        <p className="fine">
          {t('correct.list.first', { count: corrections.length, total: count })}
        </p>
      )}
    </section>
  );
}

function formatValue(field: string, value: string | null): string {
  if (value === null) return t('correct.none');
  const isDate = field === 'issuedOn' || field === 'expires';
  return isDate ? formatUtcDate(value.slice(0, 10)) : value;
}
