import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { moment, number } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { AllImports } from './all-imports.tsx';
import { Controls } from './controls.tsx';
import { FailedRows } from './failed-rows.tsx';
import classes from './imports.module.css';
import { type OneImport as Import, importQuery } from './queries.ts';
import { State } from './state.tsx';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/imports/$importId');

export function OneImport() {
  const here = useHere();
  const { importId } = route.useParams();
  const query = useQuery(importQuery(here, importId));
  return (
    <Screen
      title={t('nav.imports')}
      above={<AllImports />}
      actions={query.data && <Controls one={query.data} />}
    >
      <Loaded query={query}>
        {(one) => (
          <>
            <About one={one} />
            {one.failed > 0 && <FailedRows one={one} />}
            <AsCurl operation="getImport" args={{ importId }} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function About({ one }: { one: Import }) {
  const here = useHere();
  const { data: badges } = useQuery(badgesQuery(here));
  const { badgeId, total, issued, failed, skipped, createdAt, finishedAt, dryRun } = one;
  const badge = badges?.find(({ id }) => id === badgeId);
  const done = issued + failed + skipped;
  return (
    <section className="sheet stack">
      <header className={classes.head}>
        <h2>{badge?.name ?? (badges ? t('imports.badge.gone') : '')}</h2>
        <State {...one} />
      </header>
      {finishedAt !== null && !dryRun && (
        <p>
          {t('one.outcome.issued', { count: issued })}{' '}
          {failed > 0 && t('one.outcome.failed', { count: failed })}
        </p>
      )}
      <div className={classes.progress}>
        <Progress
          value={total > 0 ? (100 * done) / total : 0}
          size="lg"
          aria-label={t('one.progress.label')}
        />
        <p>
          {t('one.progress', { done: number(done), total: number(total) })}
          {dryRun && `, ${t('imports.dryRun')}`}
        </p>
      </div>
      <dl className={classes.figures}>
        {(['issued', 'failed', 'skipped'] as const).map((kind) => (
          <div key={kind} data-tone={kind === 'failed' && failed > 0 ? 'bad' : undefined}>
            <dt>{t(`imports.${kind}`)}</dt>
            <dd>{number(one[kind])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('one.created')}</dt>
          <dd className={classes.moment}>{moment(createdAt)}</dd>
        </div>
        {finishedAt !== null && (
          <div>
            <dt>{t('one.finished')}</dt>
            <dd className={classes.moment}>{moment(finishedAt)}</dd>
          </div>
        )}
      </dl>
      {issued > 0 && !dryRun && (
        <Link
          to="/$accountId/credentials"
          params={{ accountId: here.accountId }}
          search={{ badge: bareId(badgeId) }}
        >
          {t('one.credentials')}
        </Link>
      )}
    </section>
  );
}
