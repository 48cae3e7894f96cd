import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { type Webhook, webhooksQuery } from './queries.ts';
import { t } from './t.ts';

export function EnableEndpoint({ webhook: { id: webhookId } }: { webhook: Webhook }) {
  const here = useAccount();
  const queries = useQueryClient();
  const { act, isBusy, problem } = useAction(async () => {
    await here.api.webhooks.enable({ webhookId });
    await queries.invalidateQueries(webhooksQuery(here));
    showToast(t('webhooks.enabled'));
  });
  if (!here.may('enableWebhook')) return null;
  return (
    <>
      <Button loading={isBusy} onClick={() => void act()}>
        {t('webhooks.enable')}
      </Button>
      <ProblemNotice problem={problem} />
    </>
  );
}
