import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { type ImportReport, importQuery, isFinished } from './queries.ts';

type Command = 'pause' | 'resume' | 'cancel';

/** Pauses, resumes or cancels an import. */
export function ImportControls({ one }: { one: ImportReport }) {
  const here = useAccount();
  const { importId, status } = one;
  if (isFinished(one) || !here.may('pauseImport')) return null;
  const left = one.total - one.issued - one.corrected - one.failed - one.skipped;
  return (
    <Controls
      isPaused={status === 'paused'}
      queryKey={importQuery(here, importId).queryKey}
      request={(command) => here.api.imports[command]({ importId })}
      cancel={{
        title: t('one.cancel.title'),
        action: t('one.cancel.action'),
        keep: t('one.cancel.keep'),
        words:
          one.action === 'correct'
            ? t('one.cancel.corrections', { corrected: one.corrected, left })
            : t('one.cancel.words', { issued: one.issued, left }),
      }}
    />
  );
}

type Props = {
  isPaused: boolean;
  /** Key of the report. Each response replaces it. */
  queryKey: QueryKey;
  request: (command: Command) => Promise<unknown>;
  /** Texts of the dialog that confirms. */
  cancel: { title: string; action: string; keep: string; words: string };
};

/** Buttons that pause, resume or cancel rows that are being issued. */
export function Controls({ isPaused, queryKey, request, cancel }: Props) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Command>();
  const [problem, setProblem] = useState<unknown>();
  const [isAsking, setAsking] = useState(false);
  const send = async (command: Command) => {
    // An earlier response would be outdated.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, await request(command));
  };
  const act = async (command: Command) => {
    setBusy(command);
    setProblem(undefined);
    try {
      await send(command);
    } catch (error) {
      setProblem(error);
      await queries.invalidateQueries({ queryKey });
    } finally {
      setBusy(undefined);
    }
  };
  const { words, ...texts } = cancel;
  return (
    <>
      {isPaused ? (
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
        {...texts}
        act={() => send('cancel')}
      >
        <p>{words}</p>
      </ConfirmDialog>
    </>
  );
}
