import { Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { badgesQuery, credentialsQuery, issuersQuery } from '../../shared/queries.ts';
import classes from './overview.module.css';
import { attentionQuery, getPeriods, newestImportsQuery, seriesQuery } from './queries.ts';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/');

/** Shows its children once all are loaded or one failed, so that they don't push each other. */
export function ShowWhenLoaded({ children }: { children: ReactNode }) {
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
