import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import type { Webhook } from './queries.ts';
import { WebhookSecret } from './secret.tsx';
import { t } from './t.ts';

type Props = { webhook: Webhook; opened: boolean; close: () => void };

/** Confirms, then shows the new secret once. */
export function RotateSecret({ webhook, opened, close }: Props) {
  const { api } = useAccount();
  const [secret, setSecret] = useState<string>();
  const forget = () => setSecret(undefined);
  const rotate = async () => {
    const made = await api.webhooks.rotateSecret({ webhookId: webhook.id });
    setSecret(made.secret);
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
      <Modal
        opened={secret !== undefined}
        onClose={forget}
        title={t('webhooks.secret.title')}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <WebhookSecret secret={secret ?? ''} close={forget}>
          <p className="fine">{t('webhooks.rotated')}</p>
        </WebhookSecret>
      </Modal>
    </>
  );
}
