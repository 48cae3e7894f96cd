import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Nothing } from './nothing.tsx';
import { ProblemNotice } from './notice.tsx';
import { isAbsent } from './problem.ts';
import { t } from './t.ts';

type Props<T> = {
  query: UseQueryResult<T>;
  /** Height of the skeleton in lines. */
  lines?: number;
  children: (data: T) => ReactNode;
};

/** Shows content once loaded, a skeleton before, or the error with a retry. */
export function Loaded<T>({ query, lines = 6, children }: Props<T>) {
  const { data, error, isPending } = query;
  if (data !== undefined) return children(data);
  if (isPending)
    return (
      <div role="status" aria-label={t('loading')} className="lines">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to be told apart by
          <Skeleton key={line} height={20} width={`${90 - ((line * 17) % 40)}%`} />
        ))}
      </div>
    );
  if (isAbsent(error)) return <Nothing title={t('absent.title')}>{t('absent.words')}</Nothing>;
  return (
    <div className="stack">
      <ProblemNotice problem={error} />
      <div>
        <Button variant="default" onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </div>
    </div>
  );
}
