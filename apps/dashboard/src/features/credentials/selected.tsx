import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { watchWork } from '../../shared/jobs.ts';
import { tell } from '../../shared/toast.tsx';
import classes from './list.module.css';
import { t } from './t.ts';

/** Mails or revokes several, as work that the tray shows. */
export function Selected({ ids, clear }: { ids: readonly string[]; clear: () => void }) {
  const { accountId, api } = useHere();
  const [asking, setAsking] = useState<'send' | 'revoke'>();
  const [reason, setReason] = useState('');
  const count = ids.length;
  const begin = async () => {
    const awardIds = [...ids];
    const { jobId } = await (asking === 'send'
      ? api.credentials.sendMany({ awardIds })
      : api.credentials.revokeMany({ awardIds, ...(reason && { reason }) }));
    const label =
      asking === 'send' ? t('selected.sending', { count }) : t('selected.revoking', { count });
    watchWork({ accountId, kind: 'job', id: jobId, label });
    tell(label);
    clear();
  };
  return (
    <section aria-label={t('selected.label')} className={classes.bar}>
      <span>{t('selected.count', { count })}</span>
      <Button size="compact-sm" variant="default" onClick={() => setAsking('send')}>
        {t('send')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        data-tone="bad"
        onClick={() => setAsking('revoke')}
      >
        {t('revoke')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        {t('selected.none')}
      </Button>
      <Confirm
        opened={asking === 'send'}
        close={() => setAsking(undefined)}
        title={t('selected.send.title', { count })}
        action={t('send')}
        isHarmless
        act={begin}
      >
        <p>{t('selected.send.words', { count })}</p>
      </Confirm>
      <Confirm
        opened={asking === 'revoke'}
        close={() => setAsking(undefined)}
        title={t('selected.revoke.title', { count })}
        action={t('revoke')}
        act={begin}
      >
        <p>{t('selected.revoke.words', { count })}</p>
        <Textarea
          label={t('revoke.reason')}
          description={t('revoke.reason.hint')}
          value={reason}
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Confirm>
    </section>
  );
}
