import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../messages/en/design.ts';
import type { SaveConflict } from '../../../shared/designer/save-state.ts';
import { ProblemNotice } from '../../../shared/notice.tsx';
import type { FinishedBadge } from './draw-design.ts';
import classes from './save-conflict-dialog.module.css';

type SavedVersion = { image: string; etag: string };
type Props = {
  badgeId: string;
  conflict: SaveConflict<FinishedBadge>;
  /** Reads the badge as saved by someone else. */
  readAgain: () => Promise<SavedVersion>;
  close: () => void;
  /** Overwrites the shown version only, nothing newer. */
  saveMine: (etag: string) => Promise<void>;
  openTheirs: () => Promise<void>;
};

/** Edit conflict: the second person to save sees both pictures and chooses. */
export function SaveConflictDialog({
  badgeId,
  conflict: { mine, isBusy, problem },
  readAgain,
  close,
  saveMine,
  openTheirs,
}: Props) {
  const theirs = useQuery({
    queryKey: ['saved by other', badgeId],
    queryFn: readAgain,
    gcTime: 0,
    refetchOnMount: 'always',
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('design.other.title')}
      size="40rem"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className="stack">
        <p>{t('design.other.words')}</p>
        <div className={classes.both}>
          <Shown name={t('design.other.shown.theirs')} image={theirs.data?.image} />
          <Shown
            name={t('design.other.shown.mine')}
            image={`data:image/png;base64,${mine.image}`}
          />
        </div>
        <ProblemNotice problem={problem ?? theirs.error} />
        <div className="actions">
          <Button variant="default" disabled={isBusy} onClick={() => void openTheirs()}>
            {t('design.other.theirs')}
          </Button>
          <Button
            loading={isBusy}
            disabled={!theirs.data}
            onClick={() => theirs.data && void saveMine(theirs.data.etag)}
          >
            {t('design.other.mine')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function Shown({ name, image }: { name: string; image: string | undefined }) {
  return (
    <figure className={classes.shown}>
      <div className={classes.picture}>{image && <img src={image} alt={name} />}</div>
      <figcaption>{name}</figcaption>
    </figure>
  );
}
