import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { bareId } from '../../shared/random-id.ts';
import { tell } from '../../shared/toast.tsx';
import type { Asked } from './asked.ts';
import { Reason } from './reason.tsx';
import { t } from './t.ts';

export function Revoke({ opened, close, changed, credential }: Asked) {
  const { api } = useHere();
  const [reason, setReason] = useState('');
  const { name } = credential.recipient;
  const revoke = async () => {
    await api.credentials.revoke({
      awardId: bareId(credential.id),
      ...(reason && { reason }),
    });
    tell(t('revoked.now', { name }));
    await changed();
  };
  return (
    <Confirm
      {...{ opened, close }}
      title={t('revoke.title', { name })}
      action={t('revoke')}
      act={revoke}
    >
      <p>{t('revoke.words')}</p>
      <Reason value={reason} set={setReason} />
    </Confirm>
  );
}
