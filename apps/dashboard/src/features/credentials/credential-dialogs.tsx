import { renewAward, sendAward, shareAward } from '@insignia/contract';
import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { emailField } from '../../shared/form.ts';
import { formatUtcDate } from '../../shared/format.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import { useSendOnce } from '../../shared/use-action.ts';
import { ReasonField } from './reason.tsx';
import type { CredentialDialogProps } from './selection.ts';

/** Emails the credential to its recipient, or to another address of theirs. */
export function SendDialog({ opened, close, invalidate, credential }: CredentialDialogProps) {
  const { account, api } = useAccount();
  const sendOnce = useSendOnce();
  const [email, setEmail] = useState(credential.recipient.email);
  const send = async () => {
    const body = { awardId: idFromUrl(credential.id), email };
    await sendOnce(body, (options) => api.credentials.send(body, options));
    showToast(t(account.mailsToFiles ? 'issued.written' : 'issued.mailed', { email }));
    await invalidate();
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
            {...emailField}
            value={email}
            error={errors.email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

/** Shares the credential with other people, one email each. */
export function ShareDialog({ opened, close, invalidate, credential }: CredentialDialogProps) {
  const { api } = useAccount();
  const sendOnce = useSendOnce();
  const values = { name: credential.recipient.name, badge: credential.badge.name };
  const [recipients, setRecipients] = useState('');
  const [subject, setSubject] = useState(t('share.subject.usual', values));
  const [message, setMessage] = useState(t('share.message.usual', values));
  // People separate addresses by commas, semicolons, spaces or lines.
  const body = { recipients: recipients.replaceAll(/[\s;,]+/g, ','), subject, message };
  const share = async () => {
    const awardId = idFromUrl(credential.id);
    await sendOnce(body, (options) => api.credentials.share({ awardId, ...body }, options));
    showToast(t('shared.now'));
    await invalidate();
  };
  return (
    <ConfirmDialog
      opened={opened}
      close={close}
      title={t('share.title')}
      action={t('share')}
      isHarmless
      check={() => findBodyErrors(shareAward.body.omit({ awardId: true }), body)}
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

/** Gives the credential a later end. */
export function RenewDialog({ opened, close, invalidate, credential }: CredentialDialogProps) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const sendOnce = useSendOnce();
  const [expires, setExpires] = useState('');
  const { name } = credential.recipient;
  const renew = async () => {
    const body = { awardId: idFromUrl(credential.id), expires };
    await sendOnce(body, (options) => api.credentials.renew(body, options));
    showToast(t('renewed.now', { name, day: formatUtcDate(expires) }));
    await invalidate();
    await queries.invalidateQueries({ queryKey: [accountId, 'credentials'] });
  };
  return (
    <ConfirmDialog
      {...{ opened, close }}
      title={t('renew.title', { name })}
      action={t('renew.action')}
      isHarmless
      check={() => findBodyErrors(renewAward.body.pick({ expires: true }), { expires })}
      act={renew}
    >
      {(errors) => (
        <>
          <p>{t('renew.words', { day: formatUtcDate(credential.expires ?? '') })}</p>
          <TextInput
            label={t('renew.expires')}
            data-autofocus
            type="date"
            value={expires}
            error={errors.expires}
            onChange={({ currentTarget }) => setExpires(currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

export function RevokeDialog({ opened, close, invalidate, credential }: CredentialDialogProps) {
  const { api } = useAccount();
  const [reason, setReason] = useState('');
  const { name } = credential.recipient;
  const revoke = async () => {
    await api.credentials.revoke({
      awardId: idFromUrl(credential.id),
      ...(reason && { reason }),
    });
    showToast(t('revoked.now', { name }));
    await invalidate();
  };
  return (
    <ConfirmDialog
      {...{ opened, close }}
      title={t('revoke.title', { name })}
      action={t('revoke.action')}
      act={revoke}
    >
      <p>{t('revoke.words')}</p>
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

export function EraseDialog({ opened, close, credential }: CredentialDialogProps) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { name } = credential.recipient;
  const erase = async () => {
    await api.credentials.delete({ awardId: idFromUrl(credential.id) });
    await navigate({ to: '/$accountId/credentials', params: { accountId } });
    await queries.invalidateQueries({ queryKey: [accountId, 'credentials'] });
    showToast(t('erased.now'));
  };
  return (
    <ConfirmDialog
      {...{ opened, close }}
      title={t('erase.title', { name })}
      action={t('erase.action')}
      typed={name}
      act={erase}
    >
      <p>{t('erase.words')}</p>
    </ConfirmDialog>
  );
}
