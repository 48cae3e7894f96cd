import { sendAward } from '@insignia/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import type { CredentialDialogProps } from './dialog-props.ts';
import { t } from './t.ts';

/** Emails the credential to its recipient, or to another address of theirs. */
export function SendDialog({ opened, close, changed, credential }: CredentialDialogProps) {
  const { account, api } = useAccount();
  const [email, setEmail] = useState(credential.recipient.email);
  const send = async () => {
    await api.credentials.send({ awardId: idFromUrl(credential.id), email });
    showToast(t(account.mailsToFiles ? 'issued.written' : 'issued.mailed', { email }));
    await changed();
  };
  return (
    <ConfirmDialog
      {...{ opened, close }}
      title={t('send.title')}
      action={t('send.action')}
      isHarmless
      check={() => findBodyErrors(sendAward.body.pick({ email: true }), { email })}
      act={send}
    >
      {(errors) => (
        <>
          <p>{t('send.words')}</p>
          <TextInput
            label={t('send.to')}
            data-autofocus
            type="text"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            error={errors.email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
