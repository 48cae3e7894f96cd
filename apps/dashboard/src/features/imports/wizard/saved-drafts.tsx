import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAccount } from '../../../shared/account.ts';
import { formatRelativeTime } from '../../../shared/format.ts';
import { t } from '../t.ts';
import type { WorkerSession } from '../work/worker-session.ts';
import classes from './wizard.module.css';

type ListedDraft = { id: string; name: string; savedAt: number };
type Props = { session: WorkerSession; shown: string | undefined; open: (id: string) => void };

/** Unfinished drafts. */
export function SavedDrafts({ session, shown, open }: Props) {
  const { accountId } = useAccount();
  const [kept, setKept] = useState<readonly ListedDraft[]>([]);
  useEffect(() => {
    session.ask('drafts', accountId).then(setKept, () => setKept([]));
  }, [session, accountId]);
  const others = kept.filter(({ id }) => id !== shown);
  if (others.length === 0) return null;
  const drop = (id: string) => {
    setKept((before) => before.filter((one) => one.id !== id));
    void session.ask('drop', id);
  };
  return (
    <ul className={classes.kept} aria-label={t('file.saved.title')}>
      {others.map(({ id, name, savedAt }) => (
        <li key={id}>
          <Button variant="subtle" size="compact-sm" onClick={() => open(id)}>
            {t('file.saved', { name, ago: formatRelativeTime(savedAt) })}
          </Button>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('file.saved.discard', { name })}
            onClick={() => drop(id)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
