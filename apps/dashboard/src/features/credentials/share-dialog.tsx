import { shareAward } from '@insignia/contract';
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import type { CredentialDialogProps } from './dialog-props.ts';
import { t } from './t.ts';

/** Shares it with others, one email each. */
export function ShareDialog({ opened, close, changed, credential }: CredentialDialogProps) {
  const { api } = useAccount();
  const words = { name: credential.recipient.name, badge: credential.badge.name };
  const [recipients, setRecipients] = useState('');
  const [subject, setSubject] = useState(t('share.subject.usual', words));
  const [message, setMessage] = useState(t('share.message.usual', words));
  // Accepts any common separator.
  const sent = { recipients: recipients.replaceAll(/[\s;,]+/g, ','), subject, message };
  const share = async () => {
    await api.credentials.share({ awardId: idFromUrl(credential.id), ...sent });
    showToast(t('shared.now'));
    await changed();
  };
  return (
    <ConfirmDialog
      opened={opened}
      close={close}
      title={t('share.title')}
      action={t('share')}
      isHarmless
      check={() => findBodyErrors(shareAward.body.omit({ awardId: true }), sent)}
      act={share}
    >
      {(errors) => (
        <>
          <p>{t('share.words')}</p>
          <Textarea
            label={t('share.recipients')}
            data-autofocus
            description={t('share.recipients.hint')}
            value={recipients}
            error={errors.recipients}
            onChange={({ currentTarget }) => setRecipients(currentTarget.value)}
          />
          <TextInput
            label={t('share.subject')}
            value={subject}
            error={errors.subject}
            onChange={({ currentTarget }) => setSubject(currentTarget.value)}
          />
          <Textarea
            label={t('share.message')}
            rows={4}
            value={message}
            error={errors.message}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
