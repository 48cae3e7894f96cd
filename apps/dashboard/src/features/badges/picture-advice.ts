import type { PictureSize } from '../../shared/picture-field.tsx';
import { t } from './t.ts';

/** In pixels. Smaller pictures look blurred at the largest size. */
const MIN_SIDE_PIXELS = 200;
/** Maximum invisible difference between the sides. */
const unseen = 0.02;

/** Advice about a badge picture's size. */
export function getPictureAdvice(size: PictureSize): string | undefined {
  const [shorter, longer] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  const isSquare = longer - shorter <= longer * unseen;
  if (!isSquare) return t('badges.picture.notSquare', size);
  return shorter < MIN_SIDE_PIXELS ? t('badges.picture.small', size) : undefined;
}
