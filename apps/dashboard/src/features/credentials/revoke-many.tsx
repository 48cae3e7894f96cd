import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import type { AskedOfMany } from './asked.ts';
import { useFollow } from './follow.ts';
import { Reason } from './reason.tsx';
import { t } from './t.ts';

export function RevokeMany({ opened, close, clear, selection, values }: AskedOfMany) {
  const { api } = useHere();
  const follow = useFollow();
  const [reason, setReason] = useState('');
  const revoke = async () => {
    const { jobId } = await api.credentials.revokeMany({
      ...selection.which,
      ...(reason && { reason }),
    });
    follow(jobId, t('selected.revoking', values));
    clear();
  };
  return (
    <Confirm
      {...{ opened, close }}
      title={t('selected.revoke.title', values)}
      action={t('revoke')}
      act={revoke}
    >
      <p>{t('selected.revoke.words', values)}</p>
      <Reason value={reason} set={setReason} />
    </Confirm>
  );
}
