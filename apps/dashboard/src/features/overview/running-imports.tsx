import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAccount } from '../../shared/account.ts';
import { badgesQuery } from '../../shared/queries.ts';
import classes from './overview.module.css';
import { isRunning, newestImportsQuery } from './queries.ts';
import { t } from './t.ts';

/** Running and paused imports of everyone. */
export function RunningImports() {
  const here = useAccount();
  const { data: imports = [] } = useQuery(newestImportsQuery(here));
  const { data: badges = [] } = useQuery(badgesQuery(here));
  const open = imports.filter(isRunning);
  if (open.length === 0) return null;
  return (
    <section className="sheet">
      <h2>{t('running.title')}</h2>
      <ul className={classes.events}>
        {open.map(({ importId, badgeId, status, total, issued, failed, skipped }) => (
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
                done: issued + failed + skipped,
                total,
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
