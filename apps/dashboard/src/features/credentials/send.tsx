import { sendAward } from '@insignia/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { faultsOf } from '../../shared/faults.ts';
import { bareId } from '../../shared/random-id.ts';
import { tell } from '../../shared/toast.tsx';
import type { Asked } from './asked.ts';
import { t } from './t.ts';

/** Emails the credential to its recipient, or to another address of theirs. */
export function Send({ opened, close, changed, credential }: Asked) {
  const { account, api } = useHere();
  const [email, setEmail] = useState(credential.recipient.email);
  const send = async () => {
    await api.credentials.send({ awardId: bareId(credential.id), email });
    tell(t(account.mailsToFiles ? 'issued.written' : 'issued.mailed', { email }));
    await changed();
  };
  return (
    <Confirm
      {...{ opened, close }}
      title={t('send.title')}
      action={t('send')}
      isHarmless
      check={() => faultsOf(sendAward.body.pick({ email: true }), { email })}
      act={send}
    >
      {(faults) => (
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
            error={faults.email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </>
      )}
    </Confirm>
  );
}
