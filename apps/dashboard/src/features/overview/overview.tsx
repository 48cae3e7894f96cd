import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { Screen } from '../../shared/screen.tsx';
import { Statistics } from '../../shared/statistics.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LastEvents } from './last-events.tsx';
import classes from './overview.module.css';
import { statsQuery } from './queries.ts';
import { Quota } from './quota.tsx';
import { t } from './t.ts';

export function Overview() {
  const here = useHere();
  const stats = useQuery(statsQuery(here));
  return (
    <Screen title={t('nav.overview')} lead={here.account.name}>
      <FirstSteps />
      <section className="stack">
        <h2>{t('overview.month')}</h2>
        <Loaded query={stats} lines={2}>
          {(found) => <Statistics stats={found} />}
        </Loaded>
      </section>
      <div className={classes.columns}>
        <LastEvents />
        <Quota />
      </div>
      <AsCurl operation="stats" />
    </Screen>
  );
}
