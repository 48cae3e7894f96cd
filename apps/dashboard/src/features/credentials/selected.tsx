import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { watchWork } from '../../shared/jobs.ts';
import { tell } from '../../shared/toast.tsx';
import classes from './list.module.css';
import type { Filter } from './search.ts';
import { t } from './t.ts';

export type Selection = {
  count: number;
  /** There are more than were counted. */
  isMore?: boolean;
  which: { awardIds: string[] } | { filter: Filter } | { all: true };
};

/** Mails or revokes several, as work that the tray shows. */
export function Selected({ selection, clear }: { selection: Selection; clear: () => void }) {
  const { accountId, api } = useHere();
  const [asking, setAsking] = useState<'send' | 'revoke'>();
  const [reason, setReason] = useState('');
  const { which } = selection;
  // Of so many one more makes no difference to the grammar.
  const values = { count: selection.count, more: String(selection.isMore ?? false) };
  const begin = async () => {
    const { jobId } = await (asking === 'send'
      ? api.credentials.sendMany(which)
      : api.credentials.revokeMany({ ...which, ...(reason && { reason }) }));
    const label =
      asking === 'send' ? t('selected.sending', values) : t('selected.revoking', values);
    watchWork({ accountId, kind: 'job', id: jobId, label });
    tell(label);
    clear();
  };
  return (
    <section aria-label={t('selected.label')} className={classes.bar}>
      <span>{t('selected.count', values)}</span>
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
        title={t('selected.send.title', values)}
        action={t('send')}
        isHarmless
        act={begin}
      >
        <p>{t('selected.send.words', values)}</p>
      </Confirm>
      <Confirm
        opened={asking === 'revoke'}
        close={() => setAsking(undefined)}
        title={t('selected.revoke.title', values)}
        action={t('revoke')}
        act={begin}
      >
        <p>{t('selected.revoke.words', values)}</p>
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
