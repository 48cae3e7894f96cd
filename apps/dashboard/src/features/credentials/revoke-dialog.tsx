import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import type { CredentialDialogProps } from './dialog-props.ts';
import { ReasonField } from './reason.tsx';
import { t } from './t.ts';

export function RevokeDialog({ opened, close, changed, credential }: CredentialDialogProps) {
  const { api } = useAccount();
  const [reason, setReason] = useState('');
  const { name } = credential.recipient;
  const revoke = async () => {
    await api.credentials.revoke({
      awardId: idFromUrl(credential.id),
      ...(reason && { reason }),
    });
    showToast(t('revoked.now', { name }));
    await changed();
  };
  return (
    <ConfirmDialog
      {...{ opened, close }}
      title={t('revoke.title', { name })}
      action={t('revoke.action')}
      act={revoke}
    >
      <p>{t('revoke.words')}</p>
      <ReasonField value={reason} set={setReason} />
    </ConfirmDialog>
  );
}
