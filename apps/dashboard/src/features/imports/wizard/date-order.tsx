import { dateOrders, type DateOrder as Order } from '@insignia/recipients';
import { Select } from '@mantine/core';
import { formatUtcDate } from '../../../shared/format.ts';
import { Notice } from '../../../shared/notice.tsx';
import { t } from '../t.ts';
import type { DraftView } from '../work/view.ts';
import classes from './wizard.module.css';

type Props = { view: DraftView; change: (order: Order) => void };

/** How ambiguous dates are read, to correct. */
export function DateOrderField({
  view: { dates, hasNumericDates, order, isOrderCertain },
  change,
}: Props) {
  if (dates.length === 0) return null;
  return (
    <div className="stack">
      {hasNumericDates && (
        <Select
          label={t('match.order')}
          data={dateOrders.map((value) => ({ value, label: t(`match.order.${value}`) }))}
          value={order}
          allowDeselect={false}
          onChange={(value) => value !== null && change(value)}
        />
      )}
      {hasNumericDates && !isOrderCertain && <Notice tone="warn">{t('match.order.unsure')}</Notice>}
      <div>
        <p className="fine">{t('match.dates')}</p>
        <ul className={classes.dates}>
          {dates.map(({ from, to }) => (
            <li key={from}>
              <span>{from}</span> →{' '}
              <strong>{to ? formatUtcDate(to.slice(0, 10)) : t('match.dates.none')}</strong>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
