import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { ProblemNotice } from '../../../shared/notice.tsx';
import { t } from './t.ts';

type Props = {
  close: () => void;
  saveMine: () => Promise<void>;
  openTheirs: () => Promise<void>;
};

/** Two people in one design: the second to save chooses. */
export function SavedByOther({ close, saveMine, openTheirs }: Props) {
  const [problem, setProblem] = useState<unknown>();
  const act = (does: () => Promise<void>) => () => void does().catch(setProblem);
  return (
    <Modal
      opened
      onClose={close}
      title={t('design.other.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className="stack">
        <p>{t('design.other.words')}</p>
        <ProblemNotice problem={problem} />
        <div className="actions">
          <Button variant="default" onClick={act(openTheirs)}>
            {t('design.other.theirs')}
          </Button>
          <Button onClick={act(saveMine)}>{t('design.other.mine')}</Button>
        </div>
      </div>
    </Modal>
  );
}
