import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../messages/en/design.ts';
import { Dialog } from '../confirm-dialog.tsx';
import { ProblemNotice } from '../notice.tsx';
import { announcement } from '../screen.tsx';
import type { DesignToSave, SaveConflict } from './save-state.ts';
import classes from './whole.module.css';

/** A screen that a designer fills. `children` gets a key that changes with each opening. */
export function DesignScreen({
  children,
}: {
  children: (opened: { key: number; reopen: () => void }) => ReactNode;
}) {
  const [key, setKey] = useState(0);
  useEffect(() => {
    document.title = `${t('design')} · Insignia`;
    announcement.set(t('design'));
  }, []);
  return (
    <div className={classes.whole} data-whole>
      {children({ key, reopen: () => setKey(key + 1) })}
    </div>
  );
}

type ConflictProps<Work extends DesignToSave, Theirs extends { etag: string }> = {
  title: string;
  words: string;
  size: string;
  conflict: SaveConflict<Work>;
  /** Reads the design as saved by someone else. */
  readAgain: () => Promise<Theirs>;
  /** Both versions, with these names. Theirs is undefined until it is read. */
  show: (theirs: Theirs | undefined, names: { theirs: string; mine: string }) => ReactNode;
  close: () => void;
  /** Overwrites the shown version only, nothing newer. */
  saveMine: (etag: string) => Promise<void>;
  openTheirs: () => Promise<void>;
};

/** Edit conflict: the second person to save sees both versions and chooses. */
export function SaveConflictDialog<Work extends DesignToSave, Theirs extends { etag: string }>({
  title,
  words,
  size,
  conflict: { expected, isBusy, problem },
  readAgain,
  show,
  close,
  saveMine,
  openTheirs,
}: ConflictProps<Work, Theirs>) {
  const { data: theirs, error } = useQuery({
    queryKey: ['saved by other', expected],
    queryFn: readAgain,
    gcTime: 0,
    refetchOnMount: 'always',
  });
  return (
    <Dialog close={close} title={title} size={size}>
      <div className="stack">
        <p>{words}</p>
        {show(theirs, {
          theirs: t('design.other.shown.theirs'),
          mine: t('design.other.shown.mine'),
        })}
        <ProblemNotice problem={problem ?? error} />
        <div className="actions">
          <Button variant="default" disabled={isBusy} onClick={() => void openTheirs()}>
            {t('design.other.theirs')}
          </Button>
          <Button
            loading={isBusy}
            disabled={!theirs}
            onClick={() => theirs && void saveMine(theirs.etag)}
          >
            {t('design.other.mine')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
