import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import type { BulkDialogProps } from './dialog-props.ts';
import { t } from './t.ts';
import { useFollowJob } from './use-follow-job.ts';

export function BulkSendDialog({ opened, close, clear, selection, values }: BulkDialogProps) {
  const { api } = useAccount();
  const follow = useFollowJob();
  const send = async () => {
    const { jobId } = await api.credentials.sendMany(selection.which);
    follow(jobId, t('selected.sending', values));
    clear();
  };
  return (
    <ConfirmDialog
      {...{ opened, close }}
      title={t('selected.send.title', values)}
      action={t('selected.send.action', values)}
      isHarmless
      act={send}
    >
      <p>{t('selected.send.words')}</p>
    </ConfirmDialog>
  );
}
