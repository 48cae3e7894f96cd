import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { type Delivery, type Webhook, webhookQueryKey } from './queries.ts';
import { t } from './t.ts';

/** Sends again under the same id. */
export function Redeliver({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { accountId, api, may } = useAccount();
  const queries = useQueryClient();
  const { act, isBusy, problem } = useAction(async () => {
    await api.webhooks.redeliver({ webhookId: webhook.id, deliveryId: delivery.id });
    await queries.invalidateQueries({ queryKey: webhookQueryKey(accountId, webhook.id) });
    showToast(t('webhooks.redelivered', { count: 1 }));
  });
  if (!may('redeliver') || !webhook.active) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void act()}>
        {t('webhooks.redeliver')}
      </Button>
      <ProblemNotice problem={problem} />
    </>
  );
}
