import type { Client } from '@insignia/sdk';
import { formatNumber, formatUtcDate } from './format.ts';
import classes from './statistics.module.css';
import { t } from './t.ts';
import { Table } from './table.tsx';

type Stats = Awaited<ReturnType<Client['account']['stats']>>;
type Day = Stats['days'][number];

export const sumShares = ({ shares }: Pick<Day, 'shares'>) =>
  Object.values(shares).reduce((sum, count) => sum + count, 0);

/** Totals of issuing and engagement, and the active days. */
export function Statistics({ stats }: { stats: Stats }) {
  const { total } = stats;
  const figures = [
    [t('stats.issued'), total.issued],
    [t('stats.views'), total.views],
    [t('stats.shares'), sumShares(total)],
    [t('stats.downloads'), total.downloads],
    [t('stats.linkedin'), total.linkedin_adds],
  ] as const;
  return (
    <div className="stack">
      <dl className={classes.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <DailyStatistics stats={stats} />
    </div>
  );
}

/** Active days as a table. */
export function DailyStatistics({ stats: { days } }: { stats: Stats }) {
  const busy = days
    .filter(
      (day) => day.issued + day.views + sumShares(day) + day.downloads + day.linkedin_adds > 0,
    )
    .toReversed();
  if (busy.length === 0) return null;
  return (
    <details>
      <summary>{t('stats.byDay')}</summary>
      <Table
        label={t('stats.byDay')}
        rows={busy}
        getKey={({ day }) => day}
        columns={[
          { title: t('stats.day'), show: ({ day }) => formatUtcDate(day) },
          { title: t('stats.issued'), isNumber: true, show: ({ issued }) => formatNumber(issued) },
          { title: t('stats.views'), isNumber: true, show: ({ views }) => formatNumber(views) },
          { title: t('stats.shares'), isNumber: true, show: (one) => formatNumber(sumShares(one)) },
          {
            title: t('stats.downloads'),
            isNumber: true,
            isMinor: true,
            show: ({ downloads }) => formatNumber(downloads),
          },
          {
            title: t('stats.linkedin'),
            isNumber: true,
            isMinor: true,
            show: ({ linkedin_adds }) => formatNumber(linkedin_adds),
          },
        ]}
      />
    </details>
  );
}
