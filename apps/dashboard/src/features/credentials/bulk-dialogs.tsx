import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { Notice } from '../../shared/notice.tsx';
import { showToast } from '../../shared/toast.tsx';
import { trackJob } from '../../shared/tracked-jobs.ts';
import { useSendOnce } from '../../shared/use-action.ts';
import { ReasonField } from './reason.tsx';
import { type BulkDialogProps, countUnreachable, toCountValues } from './selection.ts';

export function BulkSendDialog({ opened, close, clear, selection }: BulkDialogProps) {
  const here = useAccount();
  const { accountId, api } = here;
  const follow = useFollowJob();
  const sendOnce = useSendOnce();
  const [isRepeated, setRepeated] = useState(false);
  const { data, isPending } = useQuery({
    queryKey: [accountId, 'credentials', 'unreachable', selection.which],
    queryFn: ({ signal }) => countUnreachable(here, selection, signal),
    enabled: opened,
    staleTime: 0,
  });
  const kind = isRepeated ? 'unrevoked' : 'notEmailed';
  const unreachable = data?.[kind] ?? 0;
  const selected = selection[kind];
  const emailed = { ...selected, count: Math.max(0, selected.count - unreachable) };
  const values = toCountValues(emailed);
  const send = async () => {
    const body = { ...selection.which, onEmailed: isRepeated ? 'send' : 'skip' } as const;
    const { jobId } = await sendOnce(body, (options) => api.credentials.sendMany(body, options));
    follow(jobId, t('selected.sending', values));
    clear();
  };
  return (
    <ConfirmDialog
      {...{ opened, close }}
      title={t(selected.count === 0 ? 'selected.send.done' : 'selected.send.title', values)}
      action={t('selected.send.action', values)}
      isHarmless
      isDisabled={emailed.count === 0 || isPending}
      act={send}
    >
      <p>{t('selected.send.words')}</p>
      {unreachable > 0 && (
        <Notice tone="warn">{t('selected.send.unreachable', { count: unreachable })}</Notice>
      )}
      <Checkbox
        label={t('selected.send.emailed')}
        checked={isRepeated}
        onChange={({ currentTarget }) => setRepeated(currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}

export function BulkRevokeDialog({ opened, close, clear, selection }: BulkDialogProps) {
  const { api } = useAccount();
  const follow = useFollowJob();
  const sendOnce = useSendOnce();
  const [reason, setReason] = useState('');
  const values = toCountValues(selection.unrevoked);
  const revoke = async () => {
    const body = { ...selection.which, ...(reason && { reason }) };
    const { jobId } = await sendOnce(body, (options) => api.credentials.revokeMany(body, options));
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
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

function useFollowJob() {
  const { accountId } = useAccount();
  return (jobId: string, label: string) => {
    trackJob({ accountId, kind: 'job', id: jobId, label });
    showToast(label);
  };
}
