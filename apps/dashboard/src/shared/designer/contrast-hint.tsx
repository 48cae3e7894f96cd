import { contrastRatio, type Paint } from '@insignia/design';
import { getMainColor } from '@insignia/design/edit';
import { t } from '../../messages/en/design.ts';
import classes from './fields.module.css';

/** WCAG 2.2 for text, and for large text and icons. */
const [MIN_TEXT_CONTRAST, MIN_LARGE_TEXT_CONTRAST] = [4.5, 3];

type Props = {
  paint: Paint | undefined;
  /** Undefined if it isn't known, as over a picture. */
  background: string | undefined;
  isLarge: boolean;
};

/** Warns about low contrast. */
export function ContrastHint({ paint, background, isLarge }: Props) {
  if (!paint || !background) return null;
  const ratio = contrastRatio(background, getMainColor(paint));
  const min = isLarge ? MIN_LARGE_TEXT_CONTRAST : MIN_TEXT_CONTRAST;
  if (ratio >= min) return null;
  return (
    <p className={classes.hint} role="note">
      {t('design.contrast', { ratio: ratio.toFixed(1), min })}
    </p>
  );
}
