import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/recipients.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import { trackJob } from '../../shared/tracked-jobs.ts';
import type { RecipientAward } from './queries.ts';

function useFollowJob() {
  const { accountId } = useAccount();
  return (jobId: string, label: string) => {
    trackJob({ accountId, kind: 'job', id: jobId, label });
    showToast(label);
  };
}

/** Emails all valid credentials to the person. */
export function SendToRecipient({
  name,
  awards,
}: {
  name: string;
  awards: readonly RecipientAward[];
}) {
  const { accountId, api, may } = useAccount();
  const queries = useQueryClient();
  const follow = useFollowJob();
  const [isOpen, setOpen] = useState(false);
  const valid = awards.filter(({ state }) => state === 'valid');
  const count = valid.length;
  if (!may('sendAwards') || count === 0) return null;
  const send = async () => {
    const awardIds = valid.map(({ id }) => idFromUrl(id));
    const { jobId } = await api.credentials.sendMany({ awardIds, onEmailed: 'send' });
    follow(jobId, t('recipient.sending', { count, name }));
    await queries.invalidateQueries({ queryKey: [accountId, 'recipients'] });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('recipient.send', { count })}</Button>
      <ConfirmDialog
        opened={isOpen}
        close={() => setOpen(false)}
        title={t('recipient.send.title', { count, name })}
        action={t('recipient.send', { count })}
        isHarmless
        act={send}
      >
        <p>{t('recipient.send.words')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Erases all credentials of the person, after their name was typed. */
export function EraseRecipient(props: {
  recipientId: string;
  name: string;
  count: number;
  isMore: boolean;
}) {
  const { recipientId, name, count, isMore } = props;
  const { accountId, api, may } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const follow = useFollowJob();
  const [isOpen, setOpen] = useState(false);
  if (!may('eraseRecipient')) return null;
  const erase = async () => {
    const { jobId } = await api.recipients.erase({ recipientId });
    await navigate({ to: '/$accountId/recipients', params: { accountId } });
    queries.removeQueries({ queryKey: [accountId, 'recipients', 'one', recipientId] });
    follow(jobId, t('recipient.erasing', { name }));
  };
  return (
    <section className="sheet stack" aria-labelledby="erase">
      <h2 id="erase">{t('recipient.erase.heading')}</h2>
      <p className="fine">{t('recipient.erase.explain')}</p>
      <div>
        <Button variant="default" data-tone="bad" onClick={() => setOpen(true)}>
          {t('recipient.erase')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isOpen}
        close={() => setOpen(false)}
        title={t('recipient.erase.title', { name })}
        action={t('recipient.erase.action', { name })}
        typed={name}
        act={erase}
      >
        <p>{t('recipient.erase.words', { count, name, more: String(isMore) })}</p>
      </ConfirmDialog>
    </section>
  );
}
