import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { tell } from '../../shared/toast.tsx';
import { useAct } from '../../shared/use-act.ts';
import { type Delivery, type Webhook, webhookKey } from './queries.ts';
import { t } from './t.ts';

/** Sends again under the same id. */
export function Redeliver({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { accountId, api, may } = useHere();
  const queries = useQueryClient();
  const { act, isBusy, problem } = useAct(async () => {
    await api.webhooks.redeliver({ webhookId: webhook.id, deliveryId: delivery.id });
    await queries.invalidateQueries({ queryKey: webhookKey(accountId, webhook.id) });
    tell(t('webhooks.redelivered', { count: 1 }));
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
