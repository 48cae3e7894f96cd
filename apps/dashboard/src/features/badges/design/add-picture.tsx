import { createPicture } from '@insignia/design/edit';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../../messages/en/design.ts';
import { useAccount } from '../../../shared/account.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import { createLayerId, useDesign, useDesigner } from './context.ts';
import classes from './panel.module.css';
import { prepareDesignPicture } from './picture-file.ts';
import { isCovered } from './use-designer-shortcuts.ts';
import { useLayerActions } from './use-layer-actions.ts';

const kinds = ['png', 'jpeg', 'svg+xml', 'webp', 'gif', 'avif'].map((kind) => `image/${kind}`);

/** Uploads files as layers, chosen or dropped on the designer. */
export function AddPicture() {
  const { isBusy, error, problem, addPictures } = useAddPictures();
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
      <div className={classes.problems}>
        {error && <Notice tone="bad">{error}</Notice>}
        <ProblemNotice problem={problem} />
      </div>
    </>
  );
}

/** Uploads files one after another as layers. Stops at the first failure. */
function useAddPictures() {
  const { api } = useAccount();
  const { store } = useDesigner();
  const { add } = useLayerActions();
  const [isBusy, setBusy] = useState(false);
  const isAtWork = useRef(false);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  const design = useDesign();
  const forget = useCallback(() => {
    setError(undefined);
    setProblem(undefined);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further change shows that the message was read
  useEffect(forget, [design]);
  const addOne = useCallback(
    async (file: File) => {
      const read = await prepareDesignPicture(file);
      if ('error' in read) return read.error;
      const { picture, width, height } = await api.designs.addPicture(read);
      const own = { id: createLayerId(), name: file.name.replace(/\.\w+$/, '').slice(0, 100) };
      add([createPicture(store.getState().design, own, picture, { width, height })]);
      return undefined;
    },
    [api, add, store],
  );
  const addPictures = useCallback(
    async (files: readonly File[]) => {
      if (files.length === 0 || isAtWork.current) return;
      isAtWork.current = true;
      setBusy(true);
      forget();
      try {
        for (const file of files) {
          const found = await addOne(file);
          if (found) return setError(found);
        }
      } catch (error) {
        setProblem(error);
      } finally {
        isAtWork.current = false;
        setBusy(false);
      }
    },
    [addOne, forget],
  );
  return { isBusy, error, problem, addPictures };
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Accepts files dropped anywhere. The browser would open them instead of the page. */
function useDroppedFiles(take: (files: readonly File[]) => unknown): void {
  const { stage } = useDesigner();
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (!isCovered(stage.current)) take([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [stage, take]);
}
