import { IconPhotoPlus } from '@tabler/icons-react';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import classes from './panel.module.css';
import { t } from './t.ts';
import { useAddPictures } from './use-add-pictures.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

const kinds = ['png', 'jpeg', 'svg+xml', 'webp', 'gif', 'avif'].map((kind) => `image/${kind}`);

/** Uploads files as layers, chosen or dropped on the designer. */
export function AddPicture() {
  const { isBusy, fault, problem, addPictures } = useAddPictures();
  useDroppedFiles(addPictures);
  return (
    <>
      <label className={classes.plain} data-busy={isBusy || undefined}>
        <IconPhotoPlus size={17} stroke={1.6} aria-hidden />
        {isBusy ? t('design.picture.sending') : t('design.addPicture')}
        <input
          type="file"
          multiple
          accept={kinds.join()}
          aria-label={t('design.addPicture')}
          className={classes.file}
          onChange={({ currentTarget }) => {
            void addPictures([...(currentTarget.files ?? [])]);
            // Allows choosing the same file again.
            currentTarget.value = '';
          }}
        />
      </label>
      <div className={classes.faults}>
        {fault && <Notice tone="bad">{fault}</Notice>}
        <ProblemNotice problem={problem} />
      </div>
    </>
  );
}
