import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { bareId } from '../../shared/random-id.ts';
import { tell } from '../../shared/toast.tsx';
import type { Asked } from './asked.ts';
import { t } from './t.ts';

/** Mails it to others, each by a mail of their own. */
export function Share({ opened, close, changed, credential }: Asked) {
  const { api } = useHere();
  const words = { name: credential.recipient.name, badge: credential.badge.name };
  const [recipients, setRecipients] = useState('');
  const [subject, setSubject] = useState(t('share.subject.usual', words));
  const [message, setMessage] = useState(t('share.message.usual', words));
  const share = async () => {
    await api.credentials.share({
      awardId: bareId(credential.id),
      // They are typed as people type them: one after the other or one a line.
      recipients: recipients.replaceAll(/[\s;,]+/g, ','),
      subject,
      message,
    });
    tell(t('shared.now'));
    await changed();
  };
  return (
    <Confirm
      opened={opened}
      close={close}
      title={t('share.title')}
      action={t('share')}
      isHarmless
      act={share}
    >
      <p>{t('share.words')}</p>
      <Textarea
        label={t('share.recipients')}
        description={t('share.recipients.hint')}
        value={recipients}
        onChange={({ currentTarget }) => setRecipients(currentTarget.value)}
      />
      <TextInput
        label={t('share.subject')}
        value={subject}
        onChange={({ currentTarget }) => setSubject(currentTarget.value)}
      />
      <Textarea
        label={t('share.message')}
        rows={4}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </Confirm>
  );
}
