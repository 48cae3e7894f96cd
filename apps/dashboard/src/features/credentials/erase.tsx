import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { bareId } from '../../shared/random-id.ts';
import { tell } from '../../shared/toast.tsx';
import type { Asked } from './asked.ts';
import { t } from './t.ts';

export function Erase({ opened, close, credential }: Asked) {
  const { accountId, api } = useHere();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { name } = credential.recipient;
  const erase = async () => {
    await api.credentials.delete({ awardId: bareId(credential.id) });
    await navigate({ to: '/$accountId/credentials', params: { accountId } });
    await queries.invalidateQueries({ queryKey: [accountId, 'credentials'] });
    tell(t('erased.now'));
  };
  return (
    <Confirm
      {...{ opened, close }}
      title={t('erase.title', { name })}
      action={t('erase')}
      typed={name}
      act={erase}
    >
      <p>{t('erase.words')}</p>
    </Confirm>
  );
}
