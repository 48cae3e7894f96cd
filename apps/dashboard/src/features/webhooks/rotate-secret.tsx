import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import type { Webhook } from './queries.ts';
import { Secret } from './secret.tsx';
import { t } from './t.ts';

type Props = { webhook: Webhook; opened: boolean; close: () => void };

/** Confirms, then shows the new secret once. */
export function RotateSecret({ webhook, opened, close }: Props) {
  const { api } = useHere();
  const [secret, setSecret] = useState<string>();
  const forget = () => setSecret(undefined);
  const rotate = async () => {
    const made = await api.webhooks.rotateSecret({ webhookId: webhook.id });
    setSecret(made.secret);
  };
  return (
    <>
      <Confirm
        opened={opened}
        close={close}
        title={t('webhooks.rotate.title')}
        action={t('webhooks.rotate')}
        act={rotate}
      >
        <p>{t('webhooks.rotate.words')}</p>
      </Confirm>
      <Modal
        opened={secret !== undefined}
        onClose={forget}
        title={t('webhooks.secret.title')}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Secret secret={secret ?? ''} close={forget}>
          <p className="fine">{t('webhooks.rotated')}</p>
        </Secret>
      </Modal>
    </>
  );
}
