import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemNotice } from './notice.tsx';
import { t } from './t.ts';
import { useUnmountedRef } from './use-unmounted-ref.ts';

type Props = {
  query: Pick<
    UseInfiniteQueryResult<{ pages: readonly unknown[] }>,
    'data' | 'error' | 'hasNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
  shown: number;
};

/** Limits the pages per click, because the API limits requests. */
const MAX_ROWS = 20;

/** Loads as many rows as are shown, so that long lists take few clicks. */
export function LoadMore({ query, shown }: Props) {
  const { data, error, hasNextPage, isFetchNextPageError, fetchNextPage } = query;
  const [isBusy, setBusy] = useState(false);
  const isLeft = useUnmountedRef();
  if (!hasNextPage) return null;
  const fetchSome = async () => {
    setBusy(true);
    for (let left = Math.min(data?.pages.length ?? 1, MAX_ROWS); left > 0; left -= 1) {
      const { hasNextPage: isMore, isError } = await fetchNextPage();
      if (!isMore || isError || isLeft.current) break;
    }
    setBusy(false);
  };
  return (
    <div className="stack">
      {isFetchNextPageError && <ProblemNotice problem={error} />}
      <div className="actions">
        <Button variant="default" loading={isBusy} onClick={() => void fetchSome()}>
          {t('more')}
        </Button>
        <span className="fine" role="status">
          {!isBusy && t('more.shown', { shown })}
        </span>
      </div>
    </div>
  );
}
