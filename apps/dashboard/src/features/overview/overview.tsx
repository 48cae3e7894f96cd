import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
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
  const { account } = useHere();
  return (
    <Screen title={t('nav.overview')} lead={account.name}>
      <Settled>
        <FirstSteps />
        <NeedsMe />
        <GoingOn />
        <Activity />
        <div className={classes.columns}>
          <LastEvents />
          <Quota />
        </div>
        <AsCurl operation="stats" />
      </Settled>
    </Screen>
  );
}
