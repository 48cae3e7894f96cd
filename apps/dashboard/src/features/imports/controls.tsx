import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { type ImportReport, importQuery, isFinished } from './queries.ts';

type ImportCommand = 'pause' | 'resume' | 'cancel';

/** Pauses, resumes or cancels an import. */
export function ImportControls({ one }: { one: ImportReport }) {
  const here = useAccount();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<ImportCommand>();
  const [problem, setProblem] = useState<unknown>();
  const [isAsking, setAsking] = useState(false);
  const { importId, status } = one;
  if (isFinished(one) || !here.may('pauseImport')) return null;
  const { queryKey } = importQuery(here, importId);
  const order = async (what: ImportCommand) => {
    // An earlier response would be outdated.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, await here.api.imports[what]({ importId }));
  };
  const act = async (what: ImportCommand) => {
    setBusy(what);
    setProblem(undefined);
    try {
      await order(what);
    } catch (error) {
      setProblem(error);
      await queries.invalidateQueries({ queryKey });
    } finally {
      setBusy(undefined);
    }
  };
  const left = one.total - one.issued - one.corrected - one.failed - one.skipped;
  return (
    <>
      {status === 'paused' ? (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={busy === 'resume'}
          onClick={() => void act('resume')}
        >
          {t('one.resume')}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} aria-hidden />}
          loading={busy === 'pause'}
          onClick={() => void act('pause')}
        >
          {t('one.pause')}
        </Button>
      )}
      <Button variant="default" data-tone="bad" onClick={() => setAsking(true)}>
        {t('cancel')}
      </Button>
      <ProblemNotice problem={problem} />
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t('one.cancel.title')}
        action={t('one.cancel.action')}
        keep={t('one.cancel.keep')}
        act={() => order('cancel')}
      >
        <p>
          {one.action === 'correct'
            ? t('one.cancel.corrections', { corrected: one.corrected, left })
            : t('one.cancel.words', { issued: one.issued, left })}
        </p>
      </ConfirmDialog>
    </>
  );
}
