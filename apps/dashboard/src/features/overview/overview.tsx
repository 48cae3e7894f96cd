import { Progress, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { t } from '../../messages/en/overview.ts';
import { useAccount } from '../../shared/account.ts';
import { AuditGroupSentence } from '../../shared/audit-sentence.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatDay, formatNumber, formatRelativeTime } from '../../shared/format.ts';
import { groupAuditEntries } from '../../shared/group-audit-entries.ts';
import { badgesQuery, credentialsQuery, issuersQuery } from '../../shared/queries.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { Activity } from './activity.tsx';
import { AttentionList } from './attention-list.tsx';
import { FirstSteps } from './first-steps.tsx';
import classes from './overview.module.css';
import {
  attentionQuery,
  auditEntriesQuery,
  getPeriods,
  isRunning,
  newestImportsQuery,
  seriesQuery,
} from './queries.ts';

export function Overview() {
  const here = useAccount();
  const { account } = here;
  const isNew = useQuery(badgesQuery(here)).data?.length === 0;
  return (
    <Screen title={t('nav.overview')} lead={account.name}>
      <ShowWhenLoaded>
        <FirstSteps />
        {isNew ? <FirstRun /> : <Overviews />}
      </ShowWhenLoaded>
    </Screen>
  );
}

/** Nothing but the next step: empty lists and charts don't help new users. */
function FirstRun() {
  const { account, may } = useAccount();
  return (
    <>
      {!may('createIssuer') && (
        <EmptyState title={t('firstRun.title')}>{t('firstRun.words')}</EmptyState>
      )}
      {account.mailsToFiles && <p className="fine">{t('attention.noMailServer')}</p>}
    </>
  );
}

function Overviews() {
  return (
    <>
      <AttentionList />
      <RunningImports />
      <Activity />
      <div className={classes.columns}>
        <LatestEvents />
        <Quota />
      </div>
      <CurlExample operation="stats" />
    </>
  );
}

/** Remaining quota. */
function Quota() {
  const { plan, limits, usage, periodEnd } = useAccount().account;
  return (
    <section className={`sheet ${classes.quota}`}>
      <h2>{t('quota.title', { plan: t(`plan.${plan}`) })}</h2>
      {(['credentials', 'issuers', 'seats'] as const).map((kind) => (
        <Limit key={kind} name={t(`quota.${kind}`)} used={usage[kind]} max={limits[kind]} />
      ))}
      <p className="fine">{t('quota.until', { day: formatDay(periodEnd) })}</p>
    </section>
  );
}

function Limit({ name, used, max }: { name: string; used: number; max: number | null }) {
  return (
    <div className={classes.limit}>
      <p>
        <span>{name}</span>
        <span>
          {max === null
            ? formatNumber(used)
            : t('quota.left', { used: formatNumber(used), max: formatNumber(max) })}
        </span>
      </p>
      {max !== null && (
        <Progress value={Math.min(100, (100 * used) / max)} size="sm" aria-label={name} />
      )}
    </div>
  );
}

/** Running and paused imports of everyone. */
function RunningImports() {
  const here = useAccount();
  const { data: imports = [] } = useQuery(newestImportsQuery(here));
  const { data: badges = [] } = useQuery(badgesQuery(here));
  const open = imports.filter(isRunning);
  if (open.length === 0) return null;
  return (
    <section className="sheet">
      <h2>{t('running.title')}</h2>
      <ul className={classes.events}>
        {open.map(({ importId, badgeId, status, total, ...counts }) => (
          <li key={importId}>
            <Link
              to="/$accountId/imports/$importId"
              params={{ accountId: here.accountId, importId }}
            >
              {t('running.import', {
                badge: badges.find(({ id }) => id === badgeId)?.name ?? t('running.deletedBadge'),
              })}
            </Link>{' '}
            <span className="fine">
              {t(status === 'paused' ? 'running.paused' : 'running.progress', {
                done: counts.issued + counts.corrected + counts.failed + counts.skipped,
                total,
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const route = getRouteApi('/$accountId/');

/** Shows its children once all are loaded or one failed, so that they don't push each other. */
function ShowWhenLoaded({ children }: { children: ReactNode }) {
  const isPending = usePending();
  const [hasCome, setCome] = useState(!isPending);
  if (!isPending && !hasCome) setCome(true);
  const isWaiting = isPending && !hasCome;
  return (
    <>
      {isWaiting && (
        <div role="status" aria-label={t('loading')} className="lines">
          <Skeleton height={72} />
          <Skeleton height={260} />
        </div>
      )}
      <div className={classes.parts} data-waiting={isWaiting || undefined}>
        {children}
      </div>
    </>
  );
}

function usePending(): boolean {
  const here = useAccount();
  const { days = 30, badge } = route.useSearch();
  const all = [
    useQuery(attentionQuery(here)),
    useQuery(issuersQuery(here)),
    useQuery(badgesQuery(here)),
    useQuery(newestImportsQuery(here)),
    useQuery(seriesQuery(here, getPeriods(days).present, badge)),
    useInfiniteQuery(credentialsQuery(here)),
  ];
  const hasFailed = all.some(({ failureCount }) => failureCount > 0);
  return !hasFailed && all.some((query) => query.isPending);
}

const MAX_EVENTS = 8;

/** Recent actions. Without access to the audit log, recently issued credentials. */
function LatestEvents() {
  const { may } = useAccount();
  return (
    <section className="sheet">
      <h2>{t('events.title')}</h2>
      {may('listAuditLog') ? <RecentActions /> : <RecentCredentials />}
    </section>
  );
}

function RecentActions() {
  const query = useQuery(auditEntriesQuery(useAccount()));
  return (
    <QueryContent query={query} lines={5}>
      {(acts) => (
        <Events>
          {groupAuditEntries(acts)
            .slice(0, MAX_EVENTS)
            .map((group) => (
              <Event
                key={group[0]?.id}
                at={group[0]?.at ?? ''}
                words={<AuditGroupSentence group={group} />}
              />
            ))}
        </Events>
      )}
    </QueryContent>
  );
}

function RecentCredentials() {
  const query = useInfiniteQuery(credentialsQuery(useAccount()));
  return (
    <QueryContent query={query} lines={5}>
      {({ pages }) => (
        <Events>
          {pages[0]?.awards
            .slice(0, MAX_EVENTS)
            .map(({ id, timestamp, recipient, badge }) => (
              <Event
                key={id}
                at={timestamp}
                words={t('events.issued', { name: recipient.name, badge: badge.name })}
              />
            )) ?? []}
        </Events>
      )}
    </QueryContent>
  );
}

function Events({ children }: { children: ReactNode[] }) {
  return children.length > 0 ? (
    <ul className={classes.events}>{children}</ul>
  ) : (
    <p>{t('events.none')}</p>
  );
}

function Event({ at, words }: { at: string; words: ReactNode }) {
  return (
    <li>
      <span>{words}</span>
      <time dateTime={at} className="fine">
        {formatRelativeTime(at)}
      </time>
    </li>
  );
}
