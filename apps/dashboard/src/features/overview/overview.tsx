import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { Screen } from '../../shared/screen.tsx';
import { Activity } from './activity.tsx';
import { FirstSteps } from './first-steps.tsx';
import { GoingOn } from './going-on.tsx';
import { LastEvents } from './last-events.tsx';
import { NeedsMe } from './needs-me.tsx';
import classes from './overview.module.css';
import { Quota } from './quota.tsx';
import { Settled } from './settled.tsx';
import { t } from './t.ts';

export function Overview() {
  const here = useHere();
  const { account } = here;
  // Empty charts don't help new users.
  const isNew = useQuery(badgesQuery(here)).data?.length === 0;
  return (
    <Screen title={t('nav.overview')} lead={account.name}>
      <Settled>
        <FirstSteps />
        <NeedsMe />
        <GoingOn />
        {isNew ? <p className="fine">{t('activity.later')}</p> : <Activity />}
        <div className={classes.columns}>
          <LastEvents />
          <Quota />
        </div>
        <AsCurl operation="stats" />
      </Settled>
    </Screen>
  );
}
