import type { ReactNode } from 'react';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { Screen } from '../../shared/screen.tsx';
import classes from './account.module.css';
import { Delete } from './delete.tsx';
import { Export } from './export.tsx';
import { Name } from './name.tsx';
import { Password } from './password.tsx';
import { Plan } from './plan.tsx';
import { Sessions } from './sessions.tsx';
import { t } from './t.ts';

/** Account settings: name and plan, personal settings, and deletion. */
export function Account() {
  const { accountId, may } = useHere();
  return (
    <Screen title={t('nav.account')} lead={t('account.lead')}>
      <div className={classes.groups}>
        <Group title={t('account.group.account')} words={t('account.group.account.words')}>
          <Name key={accountId} />
          <Plan />
        </Group>
        <Group title={t('account.you')} words={t('account.group.you.words')}>
          <Sessions />
          <Password />
        </Group>
        {may('exportAccount') && (
          <Group title={t('account.group.leave')} words={t('account.group.leave.words')}>
            <Export />
            {may('deleteAccount') && <Delete />}
          </Group>
        )}
      </div>
      <AsCurl operation="getAccount" />
    </Screen>
  );
}

/** A titled group of sections. */
function Group({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <div className={classes.group}>
      <div className={classes.words}>
        <h2>{title}</h2>
        <p className="fine">{words}</p>
      </div>
      <div className={`sheet ${classes.sheet}`}>{children}</div>
    </div>
  );
}
