import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { CopyButton } from '../../shared/copy.tsx';
import { bareId } from '../../shared/random-id.ts';
import { tell } from '../../shared/toast.tsx';
import { type Credential, certificateOf, pageOf } from './queries.ts';
import { Share } from './share.tsx';
import { t } from './t.ts';

/** What can be done with one credential, each with what comes of it. */
export function Actions({ credential }: { credential: Credential }) {
  const { accountId, api, may } = useHere();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'send' | 'share' | 'revoke' | 'erase'>();
  const [email, setEmail] = useState(credential.recipient.email);
  const [reason, setReason] = useState('');
  const awardId = bareId(credential.id);
  const { name } = credential.recipient;
  const close = () => setAsking(undefined);
  const changed = () => queries.invalidateQueries({ queryKey: [accountId, 'credential', awardId] });

  const send = async () => {
    await api.credentials.send({ awardId, email });
    tell(t('issued.mailed', { email }));
    await changed();
  };
  const revoke = async () => {
    await api.credentials.revoke({ awardId, ...(reason && { reason }) });
    tell(t('revoked.now', { name }));
    await changed();
  };
  const erase = async () => {
    await api.credentials.delete({ awardId });
    await navigate({ to: '/$accountId/credentials', params: { accountId } });
    await queries.invalidateQueries({ queryKey: [accountId, 'credentials'] });
    tell(t('erased.now'));
  };
  return (
    <>
      <Button
        component="a"
        variant="default"
        href={pageOf(awardId)}
        target="_blank"
        rel="noreferrer"
      >
        {t('openPage')}
      </Button>
      <CopyButton text={pageOf(awardId)} label={t('copyLink')} />
      <Button component="a" variant="default" href={certificateOf(awardId)} target="_blank">
        {t('certificate')}
      </Button>
      {!credential.revoked && may('sendAward') && (
        <>
          <Button onClick={() => setAsking('send')}>{t('send')}</Button>
          <Button variant="default" onClick={() => setAsking('share')}>
            {t('share')}
          </Button>
        </>
      )}
      {!credential.revoked && may('revokeAward') && (
        <Button variant="default" data-tone="bad" onClick={() => setAsking('revoke')}>
          {t('revoke')}
        </Button>
      )}
      {may('deleteAward') && (
        <Button variant="default" data-tone="bad" onClick={() => setAsking('erase')}>
          {t('erase')}
        </Button>
      )}
      <Confirm
        opened={asking === 'send'}
        close={close}
        title={t('send.title')}
        action={t('send')}
        isHarmless
        act={send}
      >
        <TextInput
          label={t('send.to')}
          type="email"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      </Confirm>
      <Share opened={asking === 'share'} close={close} credential={credential} />
      <Confirm
        opened={asking === 'revoke'}
        close={close}
        title={t('revoke.title', { name })}
        action={t('revoke')}
        act={revoke}
      >
        <p>{t('revoke.words')}</p>
        <Textarea
          label={t('revoke.reason')}
          description={t('revoke.reason.hint')}
          value={reason}
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Confirm>
      <Confirm
        opened={asking === 'erase'}
        close={close}
        title={t('erase.title', { name })}
        action={t('erase')}
        typed={name}
        act={erase}
      >
        <p>{t('erase.words')}</p>
      </Confirm>
    </>
  );
}
