import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { ago } from '../../shared/format.ts';
import { Hint } from '../../shared/hint.tsx';
import { t } from './t.ts';

/** Lists that were begun in this browser and not issued: the way back to each. */
export function Begun() {
  const { accountId } = useHere();
  const { data: drafts = [] } = useQuery({
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
  if (drafts.length === 0) return null;
  return (
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
  );
}
