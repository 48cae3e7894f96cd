import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHere } from '../../shared/account.ts';
import { ago } from '../../shared/format.ts';
import { Hint } from '../../shared/hint.tsx';
import { t } from './t.ts';

/** Lists that were begun in this browser and not issued: the way back to each. What follows waits, so that it stays in its place. */
export function Begun({ children }: { children: ReactNode }) {
  const { accountId } = useHere();
  const { data: drafts, isPending } = useQuery({
    queryKey: [accountId, 'drafts'],
    // Where the browser keeps nothing there are none.
    queryFn: async () => {
      const { openDrafts } = await import('./work/drafts.ts');
      return openDrafts()
        .then(({ list }) => list(accountId))
        .catch(() => []);
    },
    // The wizard changes them, which no answer of the service tells.
    gcTime: 0,
  });
  if (isPending) return null;
  if (!drafts?.length) return children;
  return (
    <>
      <Hint title={t('file.kept.title')}>
        {drafts.map(({ id, name, savedAt }) => (
          <Link
            key={id}
            to="/$accountId/imports/new"
            params={{ accountId }}
            search={{ draft: id, step: 'match' }}
          >
            {t('file.kept', { name, ago: ago(savedAt) })}
          </Link>
        ))}
      </Hint>
      {children}
    </>
  );
}
