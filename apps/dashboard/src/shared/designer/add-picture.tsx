import { IconPhotoPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../messages/en/design.ts';
import { useAccount } from '../account.ts';
import { Notice, ProblemNotice } from '../notice.tsx';
import {
  MAX_PICTURE_BYTES,
  readAsDataUrl,
  readPictureFile as readPixels,
  stripDataPrefix,
} from '../picture-file.ts';
import { t as tCommon } from '../t.ts';
import { useDesign, useDesigner } from './context.ts';
import classes from './panel.module.css';
import { isCovered } from './use-layer-actions.ts';

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

type PictureResult = { image: string } | { error: string };

/** Limit for pictures sent unchanged. */
const MAX_PIXELS = 25_000_000;
/** Larger pictures may exhaust the browser's memory. */
const MAX_BYTES_TO_SHRINK = 100 * 1024 * 1024;
/** Pixels of the longer side: for vector files, and steps for shrinking. */
const sides = {
  layer: { drawn: 1_024, steps: [2_048, 1_024] },
  background: { drawn: 2_480, steps: [3_508, 2_480, 1_240] },
};
type PictureUse = keyof typeof sides;

/** Reads a file as base64: unchanged if the service accepts it, else converted and shrunk. */
async function prepareDesignPicture(file: File, use: PictureUse): Promise<PictureResult> {
  if (use === 'background' && file.type === 'application/pdf') return readPdf(file);
  if (file.type === 'image/svg+xml') return drawLines(file, sides[use].drawn);
  if (file.size > MAX_BYTES_TO_SHRINK) return { error: t('design.picture.huge') };
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return { error: t('design.picture.broken') };
  try {
    const isFit = file.size <= MAX_PICTURE_BYTES && picture.width * picture.height <= MAX_PIXELS;
    const read = isFit ? await readPixels(file) : undefined;
    return read && 'image' in read
      ? read
      : shrink(picture, file.type === 'image/jpeg', sides[use].steps);
  } finally {
    // A photo takes a hundred megabytes of memory.
    picture.close();
  }
}

/** The service draws its first page. */
async function readPdf(file: File): Promise<PictureResult> {
  if (file.size > MAX_PICTURE_BYTES) return { error: t('design.picture.hugePdf') };
  try {
    return { image: stripDataPrefix(await readAsDataUrl(file)) };
  } catch {
    return { error: tCommon('picture.unreadable') };
  }
}

/** JPG for photos, which have no transparency. */
function shrink(picture: ImageBitmap, isPhoto: boolean, steps: readonly number[]): PictureResult {
  for (const longest of steps) {
    const canvas = drawOnCanvas(picture, picture, Math.min(longest / getLongerSide(picture), 1));
    const image = stripDataPrefix(canvas.toDataURL(isPhoto ? 'image/jpeg' : 'image/png', 0.92));
    if (image.length * 0.75 <= MAX_PICTURE_BYTES) return { image };
  }
  return { error: t('design.picture.huge') };
}

/** As an image element: no scripts run and nothing is loaded. */
async function drawLines(file: File, side: number): Promise<PictureResult> {
  try {
    const picture = new Image();
    picture.src = await readAsDataUrl(file);
    await picture.decode();
    const { naturalWidth: width, naturalHeight: height } = picture;
    if (width * height === 0) return { error: t('design.picture.svg') };
    const canvas = drawOnCanvas(
      picture,
      { width, height },
      side / getLongerSide({ width, height }),
    );
    return { image: stripDataPrefix(canvas.toDataURL('image/png')) };
  } catch {
    return { error: t('design.picture.svg') };
  }
}

type Size = { width: number; height: number };
const getLongerSide = ({ width, height }: Size) => Math.max(width, height);

function drawOnCanvas(picture: CanvasImageSource, size: Size, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
