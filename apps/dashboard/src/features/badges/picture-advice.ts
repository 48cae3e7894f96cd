import type { PictureSize } from '../../shared/picture.tsx';
import { t } from './t.ts';

/** In pixels: with fewer it is blurred where it is shown largest. */
const least = 200;
/** A side may be this much shorter, in shares of the other, before it is seen. */
const unseen = 0.02;

/** What is worth knowing before a badge gets a picture of this size. */
export function adviceOn(size: PictureSize): string | undefined {
  const [shorter, longer] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  const isSquare = longer - shorter <= longer * unseen;
  if (!isSquare) return t('badges.picture.notSquare', size);
  return shorter < least ? t('badges.picture.small', size) : undefined;
}
