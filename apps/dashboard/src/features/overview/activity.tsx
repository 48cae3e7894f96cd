import { Checkbox, SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../messages/en/overview.ts';
import { useAccount } from '../../shared/account.ts';
import { formatNumber } from '../../shared/format.ts';
import { createLazyPart } from '../../shared/lazy-part.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { chartRanges } from '../../shared/search.ts';
import { DailyStatistics, sumShares } from '../../shared/statistics.tsx';
import classes from './chart.module.css';
import type { ChartPoint } from './chart.tsx';
import { getPeriods, type Series, seriesQuery } from './queries.ts';

const Chart = createLazyPart(
  async () => (await import('./chart.tsx')).Chart,
  <div className={classes.place} />,
);
const route = getRouteApi('/$accountId/');

/** Issued credentials and engagement by day, compared with the period before. */
export function Activity() {
  const here = useAccount();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { days = 30, badge, of = 'all', compare = false } = search;
  const { present, before } = getPeriods(days);
  const series = useQuery(seriesQuery(here, present, badge));
  const earlier = useQuery({ ...seriesQuery(here, before, badge), enabled: compare });
  const { data: badges = [] } = useQuery(badgesQuery(here));
  const show = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <section className="stack">
      <h2>{t('activity.title')}</h2>
      <div className={classes.filters}>
        <SegmentedControl
          aria-label={t('activity.range')}
          value={String(days)}
          data={chartRanges.map((range) => ({
            value: String(range),
            label: t('activity.days', { range }),
          }))}
          onChange={(value) => show({ days: chartRanges.find((range) => String(range) === value) })}
        />
        <Select
          aria-label={t('activity.badge')}
          placeholder={t('activity.anyBadge')}
          data={badges.map(({ id, name }) => ({ value: idFromUrl(id), label: name }))}
          value={badge ?? null}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('activity.anyBadge') }}
          onChange={(value) => show({ badge: value ?? undefined })}
        />
        <Checkbox
          label={t('activity.compare')}
          checked={compare}
          onChange={({ currentTarget }) => show({ compare: currentTarget.checked || undefined })}
        />
      </div>
      <QueryContent query={series} lines={6}>
        {(found) => (
          <>
            <div className={classes.pair}>
              <Figure
                title={t('stats.issued')}
                {...{ found, days }}
                earlier={compare ? earlier.data : undefined}
                getCount={getIssued}
              />
              <Figure
                title={t('activity.engagement')}
                {...{ found, days }}
                earlier={compare ? earlier.data : undefined}
                getCount={engagementGetters[of]}
              >
                <fieldset className={classes.choices} aria-label={t('activity.choose')}>
                  {engagementKinds.map((kind) => (
                    <button
                      key={kind}
                      type="button"
                      aria-pressed={kind === of}
                      onClick={() => show({ of: kind === 'all' ? undefined : kind })}
                    >
                      <span>{t(`activity.of.${kind}`)}</span>
                      <strong>{formatNumber(engagementGetters[kind](found.total))}</strong>
                    </button>
                  ))}
                </fieldset>
              </Figure>
            </div>
            <DailyStatistics stats={found} />
          </>
        )}
      </QueryContent>
    </section>
  );
}

type Props = {
  title: string;
  days: number;
  found: Series;
  earlier: Series | undefined;
  getCount: (day: Series['total']) => number;
  /** Replaces the single number. */
  children?: ReactNode;
};

function Figure({ title, days, found, earlier, getCount, children }: Props) {
  const before = earlier && getCount(earlier.total);
  return (
    <section className="sheet" aria-label={title}>
      <h3>{title}</h3>
      {children ?? (
        <p className={classes.sum}>
          <strong>{formatNumber(getCount(found.total))}</strong>
        </p>
      )}
      {before !== undefined && (
        <p className="fine">{t('activity.before', { count: formatNumber(before), days })}</p>
      )}
      <Chart points={buildChartPoints(found, earlier, getCount)} />
    </section>
  );
}

type Day = Series['total'];

const getIssued = ({ issued }: Day): number => issued;

/** All engagement, and each kind. */
const engagementGetters = {
  all: (day) => day.views + sumShares(day) + day.downloads + day.linkedin_adds,
  views: ({ views }) => views,
  shares: sumShares,
  downloads: ({ downloads }) => downloads,
  linkedin: ({ linkedin_adds }) => linkedin_adds,
} as const satisfies Record<string, (day: Day) => number>;
type EngagementKind = keyof typeof engagementGetters;
const engagementKinds = Object.keys(engagementGetters) as EngagementKind[];

/** Pairs days of both periods. */
function buildChartPoints(
  present: Series,
  before: Series | undefined,
  countOf: (day: Day) => number,
): ChartPoint[] {
  return present.days.map((day, n) => {
    const other = before?.days[n];
    return { day: day.day, value: countOf(day), before: other && countOf(other) };
  });
}
