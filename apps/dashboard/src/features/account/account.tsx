import type { ReactNode } from 'react';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { Screen } from '../../shared/screen.tsx';
import classes from './account.module.css';
import { AccountName } from './account-name.tsx';
import { AccountPlan } from './account-plan.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ExportAccount } from './export-account.tsx';
import { Sessions } from './sessions.tsx';
import { t } from './t.ts';

/** Account settings: name and plan, personal settings, and deletion. */
export function AccountScreen() {
  const { accountId, may } = useAccount();
  return (
    <Screen title={t('nav.account')} lead={t('account.lead')}>
      <div className={classes.groups}>
        <Group title={t('account.group.account')} words={t('account.group.account.words')}>
          <AccountName key={accountId} />
          <AccountPlan />
        </Group>
        <Group title={t('account.you')} words={t('account.group.you.words')}>
          <Sessions />
          <ChangePassword />
        </Group>
        {may('exportAccount') && (
          <Group title={t('account.group.leave')} words={t('account.group.leave.words')}>
            <ExportAccount />
            {may('deleteAccount') && <DeleteAccount />}
          </Group>
        )}
      </div>
      <CurlExample operation="getAccount" />
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
