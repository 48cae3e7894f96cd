import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { Screen } from '../../shared/screen.tsx';
import { Delete } from './delete.tsx';
import { Export } from './export.tsx';
import { Name } from './name.tsx';
import { Password } from './password.tsx';
import { Plan } from './plan.tsx';
import { Sessions } from './sessions.tsx';
import { t } from './t.ts';

/** What the account is and has, what is one's own, and the way out. */
export function Account() {
  const { accountId, may } = useHere();
  return (
    <Screen title={t('nav.account')} lead={t('account.lead')} narrow>
      <Name key={accountId} />
      <Plan />
      <Sessions />
      <Password />
      {may('exportAccount') && <Export />}
      {may('deleteAccount') && <Delete />}
      <AsCurl operation="getAccount" />
    </Screen>
  );
}
