import { IconPhotoPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../messages/en/design.ts';
import { useAccount } from '../account.ts';
import { Notice, ProblemNotice } from '../notice.tsx';
import { useDesign, useDesigner } from './context.ts';
import classes from './panel.module.css';
import { type PictureUse, prepareDesignPicture } from './picture-file.ts';
import { isCovered } from './use-designer-shortcuts.ts';

const kinds = ['png', 'jpeg', 'svg+xml', 'webp', 'gif', 'avif'].map((kind) => `image/${kind}`);

const acceptedKinds = { layer: kinds, background: [...kinds, 'application/pdf'] };

export type AddedPicture = { picture: string; name: string; width: number; height: number };
type Props = {
  label: string;
  /** Takes several files, also those dropped on the designer. */
  hasDrop?: boolean;
  /** A background may be a PDF, and is stored in a resolution for print. */
  use?: PictureUse;
  onAdded: (picture: AddedPicture) => void;
};

/** Uploads files. */
export function AddPicture({ label, hasDrop = false, use = 'layer', onAdded }: Props) {
  const { isBusy, error, problem, addPictures } = useAddPictures(use, onAdded);
  useDroppedFiles(hasDrop ? addPictures : undefined);
  return (
    <>
      <label className={classes.plain} data-busy={isBusy || undefined}>
        <IconPhotoPlus size={17} stroke={1.6} aria-hidden />
        {isBusy ? t('design.picture.sending') : label}
        <input
          type="file"
          multiple={hasDrop}
          accept={acceptedKinds[use].join()}
          aria-label={label}
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

/** Uploads files one after another. Stops at the first failure. */
function useAddPictures(use: PictureUse, onAdded: Props['onAdded']) {
  const { api } = useAccount();
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
      const read = await prepareDesignPicture(file, use);
      if ('error' in read) return read.error;
      const { picture, width, height } = await api.designs.addPicture({ ...read, use });
      const name = file.name.replace(/\.\w+$/, '').slice(0, 100);
      onAdded({ picture, name, width, height });
      return undefined;
    },
    [api, use, onAdded],
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
function useDroppedFiles(take: ((files: readonly File[]) => unknown) | undefined): void {
  const { stage } = useDesigner();
  useEffect(() => {
    if (!take) return;
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
