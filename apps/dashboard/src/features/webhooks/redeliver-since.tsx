import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { showToast } from '../../shared/toast.tsx';
import { formatLocalDateTime, localToUtc } from './format.ts';
import { failedSinceQuery, type Webhook, webhookQueryKey } from './queries.ts';
import { t } from './t.ts';

const usualMs = 86_400_000;

/** Redelivers failures since a time, with the count first. */
export function RedeliverSince({ webhook: { id: webhookId, active } }: { webhook: Webhook }) {
  const here = useAccount();
  const queries = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [local, setLocal] = useState('');
  const since = opened ? localToUtc(local) : '';
  const { data: failed } = useQuery(failedSinceQuery(here, webhookId, since));
  if (!here.may('redeliverSince') || !active) return null;
  const open = () => {
    setLocal(formatLocalDateTime(new Date(Date.now() - usualMs)));
    setOpened(true);
  };
  const again = async () => {
    const { redelivered } = await here.api.webhooks.redeliverSince({ webhookId, since });
    await queries.invalidateQueries({ queryKey: webhookQueryKey(here.accountId, webhookId) });
    showToast(t('webhooks.redelivered', { count: redelivered }));
  };
  const count = failed?.deliveries.length ?? 0;
  const isMore = failed?.lastEvaluatedKey !== undefined;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        {t('webhooks.since')}
      </Button>
      <ConfirmDialog
        opened={opened}
        close={() => setOpened(false)}
        title={t('webhooks.since')}
        action={
          isMore || count === 0 ? t('webhooks.redeliver') : t('webhooks.redeliver.count', { count })
        }
        isHarmless
        act={again}
      >
        <TextInput
          type="datetime-local"
          label={t('webhooks.since.field')}
          description={t('webhooks.since.hint')}
          value={local}
          onChange={({ currentTarget }) => setLocal(currentTarget.value)}
        />
        <p role="status">
          {failed && t(isMore ? 'webhooks.since.more' : 'webhooks.since.count', { count })}
        </p>
      </ConfirmDialog>
    </>
  );
}
