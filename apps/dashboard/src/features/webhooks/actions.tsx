import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/webhooks.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog, Dialog } from '../../shared/confirm-dialog.tsx';
import { MoreMenu } from '../../shared/more-menu.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { OneTimeSecret } from '../../shared/one-time-secret.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { getHostName } from './format.ts';
import { type Webhook, webhookQueryKey, webhooksQuery } from './queries.ts';

export function EndpointActions({ webhook }: { webhook: Webhook }) {
  const { may } = useAccount();
  const [open, setOpen] = useState<'delete' | 'rotate'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {may('deleteWebhook') && (
        <MoreMenu items={[{ label: t('delete'), act: () => setOpen('delete') }]} />
      )}
      {may('rotateWebhookSecret') && (
        <Button variant="default" onClick={() => setOpen('rotate')}>
          {t('webhooks.rotate')}
        </Button>
      )}
      {may('testWebhook') && webhook.active && <SendTest webhook={webhook} />}
      <Deletion webhook={webhook} opened={open === 'delete'} close={close} />
      <RotateSecret webhook={webhook} opened={open === 'rotate'} close={close} />
    </>
  );
}

function SendTest({ webhook: { id: webhookId } }: { webhook: Webhook }) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { act, isBusy, problem } = useAction(async () => {
    const { deliveryId } = await api.webhooks.test({ webhookId });
    // Clears filters, so that the new delivery is visible.
    const params = { accountId, webhookId };
    const to = '/$accountId/webhooks/$webhookId';
    await navigate({ to, params, search: { delivery: deliveryId } });
    await queries.invalidateQueries({ queryKey: webhookQueryKey(accountId, webhookId) });
    showToast(t('webhooks.tested'));
  });
  return (
    <>
      <Button loading={isBusy} onClick={() => void act()}>
        {t('webhooks.test')}
      </Button>
      <ProblemNotice problem={problem} />
    </>
  );
}

type DialogProps = { webhook: Webhook; opened: boolean; close: () => void };

function Deletion({ webhook: { id: webhookId, url }, opened, close }: DialogProps) {
  const here = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const name = getHostName(url);
  const remove = async () => {
    await here.api.webhooks.delete({ webhookId });
    await navigate({ to: '/$accountId/webhooks', params: { accountId: here.accountId } });
    await queries.invalidateQueries(webhooksQuery(here));
    showToast(t('webhooks.deleted', { name }));
  };
  return (
    <ConfirmDialog
      opened={opened}
      close={close}
      title={t('webhooks.delete.title', { name })}
      action={t('webhooks.delete.action')}
      typed={name}
      act={remove}
    >
      <p>{t('webhooks.delete.words', { url })}</p>
    </ConfirmDialog>
  );
}

function RotateSecret({ webhook, opened, close }: DialogProps) {
  const { api } = useAccount();
  const [secret, setSecret] = useState<string>();
  const forget = () => setSecret(undefined);
  const rotate = async () => {
    const rotated = await api.webhooks.rotateSecret({ webhookId: webhook.id });
    setSecret(rotated.secret);
  };
  return (
    <>
      <ConfirmDialog
        opened={opened}
        close={close}
        title={t('webhooks.rotate.title')}
        action={t('webhooks.rotate')}
        act={rotate}
      >
        <p>{t('webhooks.rotate.words')}</p>
      </ConfirmDialog>
      <Dialog
        opened={secret !== undefined}
        close={forget}
        title={t('webhooks.secret.title')}
        closeOnClickOutside={false}
      >
        <OneTimeSecret
          description={t('webhooks.secret.words')}
          secret={secret ?? ''}
          testId="webhook-secret"
          close={forget}
        >
          <p className="fine">{t('webhooks.rotated')}</p>
        </OneTimeSecret>
      </Dialog>
    </>
  );
}
