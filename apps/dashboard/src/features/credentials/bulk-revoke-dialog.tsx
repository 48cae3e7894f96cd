import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import type { BulkDialogProps } from './dialog-props.ts';
import { ReasonField } from './reason.tsx';
import { t } from './t.ts';
import { useFollowJob } from './use-follow-job.ts';

export function BulkRevokeDialog({ opened, close, clear, selection, values }: BulkDialogProps) {
  const { api } = useAccount();
  const follow = useFollowJob();
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
    <ConfirmDialog
      {...{ opened, close }}
      title={t('selected.revoke.title', values)}
      action={t('selected.revoke.action', values)}
      act={revoke}
    >
      <p>{t('selected.revoke.words', values)}</p>
      <ReasonField value={reason} set={setReason} />
    </ConfirmDialog>
  );
}
