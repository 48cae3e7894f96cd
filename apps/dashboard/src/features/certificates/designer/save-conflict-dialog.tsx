import type { IssuerDesign } from '@insignia/design';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../messages/en/certificates.ts';
import { t as tDesign } from '../../../messages/en/design.ts';
import type { SaveConflict } from '../../../shared/designer/save-state.ts';
import { ProblemNotice } from '../../../shared/notice.tsx';
import classes from '../certificates.module.css';
import { DesignPicture } from '../design-picture.tsx';
import type { FinishedCertificate } from './designer.tsx';

type Props = {
  issuerId: string;
  conflict: SaveConflict<FinishedCertificate>;
  /** Reads the design as saved by someone else. */
  readAgain: () => Promise<{ design: IssuerDesign; etag: string }>;
  close: () => void;
  /** Overwrites the shown version only, nothing newer. */
  saveMine: (etag: string) => Promise<void>;
  openTheirs: () => Promise<void>;
};

/** Edit conflict: the second person to save sees both designs and chooses. */
export function SaveConflictDialog({ issuerId, conflict, readAgain, ...actions }: Props) {
  const { mine, isBusy, problem } = conflict;
  const { data: theirs, error } = useQuery({
    queryKey: ['saved by other', 'certificate', conflict.expected],
    queryFn: readAgain,
    gcTime: 0,
    refetchOnMount: 'always',
  });
  const shown = (name: string, design: IssuerDesign | undefined) => (
    <figure>
      {design && <DesignPicture issuerId={issuerId} request={{ design }} alt={name} />}
      <figcaption>{name}</figcaption>
    </figure>
  );
  return (
    <Modal
      opened
      onClose={actions.close}
      title={t('certificates.other.title')}
      size="56rem"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className="stack">
        <p>{t('certificates.other.words')}</p>
        <div className={classes.both}>
          {shown(tDesign('design.other.shown.theirs'), theirs?.design)}
          {shown(tDesign('design.other.shown.mine'), mine.design)}
        </div>
        <ProblemNotice problem={problem ?? error} />
        <div className="actions">
          <Button variant="default" disabled={isBusy} onClick={() => void actions.openTheirs()}>
            {tDesign('design.other.theirs')}
          </Button>
          <Button
            loading={isBusy}
            disabled={!theirs}
            onClick={() => theirs && void actions.saveMine(theirs.etag)}
          >
            {tDesign('design.other.mine')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
