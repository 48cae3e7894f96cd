import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { Screen } from '../../shared/screen.tsx';
import { Activity } from './activity.tsx';
import { AttentionList } from './attention-list.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LatestEvents } from './latest-events.tsx';
import classes from './overview.module.css';
import { Quota } from './quota.tsx';
import { RunningImports } from './running-imports.tsx';
import { ShowWhenLoaded } from './show-when-loaded.tsx';
import { t } from './t.ts';

export function Overview() {
  const here = useAccount();
  const { account } = here;
  // Empty charts don't help new users.
  const isNew = useQuery(badgesQuery(here)).data?.length === 0;
  return (
    <Screen title={t('nav.overview')} lead={account.name}>
      <ShowWhenLoaded>
        <FirstSteps />
        <AttentionList />
        <RunningImports />
        {isNew ? <p className="fine">{t('activity.later')}</p> : <Activity />}
        <div className={classes.columns}>
          <LatestEvents />
          <Quota />
        </div>
        <CurlExample operation="stats" />
      </ShowWhenLoaded>
    </Screen>
  );
}
