import { contrastRatio, type Layer } from '@insignia/design';
import { findBackgroundColor, getMainColor } from '@insignia/design/edit';
import { useDesign } from './context.ts';
import classes from './fields.module.css';
import { t } from './t.ts';

/** WCAG 2.2 for text, and for large text and icons. */
const [MIN_TEXT_CONTRAST, MIN_LARGE_TEXT_CONTRAST] = [4.5, 3];

/** Warns about low contrast. */
export function ContrastHint({ layer }: { layer: Layer }) {
  const design = useDesign();
  if (layer.type === 'shape' || layer.type === 'picture') return null;
  const paint = layer.type === 'icon' ? layer.color : layer.fill;
  const ground = findBackgroundColor(design, layer.id);
  if (!paint || !ground) return null;
  const ratio = contrastRatio(ground, getMainColor(paint));
  // 24 units are 3 pixels at 128 pixels.
  const least =
    layer.type === 'icon' || layer.size >= 72 ? MIN_LARGE_TEXT_CONTRAST : MIN_TEXT_CONTRAST;
  if (ratio >= least) return null;
  return (
    <p className={classes.hint} role="note">
      {t('design.contrast', { ratio: ratio.toFixed(1), least })}
    </p>
  );
}
