import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/account.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { showToast } from '../../shared/toast.tsx';
import { accountSecurityQuery, secondFactorQuery } from './queries.ts';
import { AccountSection } from './section.tsx';

/** Shows whether members need a second factor. The owner decides. */
export function AccountSecurity() {
  const here = useAccount();
  const query = useQuery(accountSecurityQuery(here));
  const { data: own } = useQuery(secondFactorQuery);
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isRequired = query.data?.requireSecondFactor === true;
  const mayChange = here.may('updateAccountSecurity') && query.data !== undefined;
  // The service refuses owners who would lock themselves out.
  const canChange = mayChange && (isRequired || own?.enabled === true);
  const change = async () => {
    await here.api.account.updateSecurity({ requireSecondFactor: !isRequired });
    await queries.invalidateQueries(accountSecurityQuery(here));
    showToast(t(isRequired ? 'account.factor.stopped' : 'account.factor.required'));
  };
  const action = t(isRequired ? 'account.factor.stop' : 'account.factor.require');
  return (
    <AccountSection
      title={t('account.factor.title')}
      description={t('account.factor.words')}
      action={
        canChange && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {action}
          </Button>
        )
      }
    >
      <QueryContent query={query} lines={1}>
        {({ requireSecondFactor, membersWithout }) => (
          <p>
            {t(requireSecondFactor ? 'account.factor.on' : 'account.factor.off')}{' '}
            {t('account.factor.without', { count: membersWithout })}
            {mayChange && own?.enabled === false && ` ${t('account.factor.own')}`}
          </p>
        )}
      </QueryContent>
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t(isRequired ? 'account.factor.stop.ask' : 'account.factor.require.ask')}
        action={action}
        act={change}
      >
        <p>{t(isRequired ? 'account.factor.stop.words' : 'account.factor.require.words')}</p>
      </ConfirmDialog>
    </AccountSection>
  );
}
