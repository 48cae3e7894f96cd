import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { tell } from '../../shared/toast.tsx';
import { useAct } from '../../shared/use-act.ts';
import { type Webhook, webhooksQuery } from './queries.ts';
import { t } from './t.ts';

export function Enable({ webhook: { id: webhookId } }: { webhook: Webhook }) {
  const here = useHere();
  const queries = useQueryClient();
  const { act, isBusy, problem } = useAct(async () => {
    await here.api.webhooks.enable({ webhookId });
    await queries.invalidateQueries(webhooksQuery(here));
    tell(t('webhooks.enabled'));
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
