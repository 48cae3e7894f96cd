import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';
import { ProblemNotice } from './notice.tsx';
import { isNotFound } from './problem.ts';
import { Seal } from './seal.tsx';
import { t } from './t.ts';

type Props<T> = {
  query: UseQueryResult<T>;
  /** Height of the skeleton in lines. */
  lines?: number;
  children: (data: T) => ReactNode;
};

/** Shows content once loaded, a skeleton before, or the error with a retry. */
export function QueryContent<T>({ query, lines = 6, children }: Props<T>) {
  const { data, error, isPending } = query;
  if (data !== undefined) return children(data);
  if (isPending)
    return (
      <div role="status" aria-label={t('loading')} className="lines">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton lines differ only in their position
          <Skeleton key={line} height={20} width={`${90 - ((line * 17) % 40)}%`} />
        ))}
      </div>
    );
  if (isNotFound(error))
    return <EmptyState title={t('absent.title')}>{t('absent.words')}</EmptyState>;
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

type EmptyStateProps = { title: string; children: ReactNode; action?: ReactNode };

/** Empty state: explains what will appear and offers one action. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.nothing}>
      <span className={classes.seal}>
        <Seal size={40} />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}
