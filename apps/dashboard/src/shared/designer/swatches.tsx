import { createPalette } from '@insignia/design';
import { useMemo } from 'react';
import { t } from '../../messages/en/design.ts';
import { useDesign, useDesigner } from './context.ts';
import classes from './fields.module.css';

const MAX_SWATCHES = 18;
const usual = ['#ffffff', '#0d1117'];

/** Colors of the issuer and the picture, to reuse. */
export function Swatches({ take }: { take: (color: string) => void }) {
  const design = useDesign();
  const { color, listColors } = useDesigner();
  const colors = useMemo(() => {
    const { main, deep, accent, soft } = createPalette(color);
    const brand = [color.toLowerCase(), main, deep, accent, soft];
    return [...new Set([...brand, ...usual, ...listColors(design)])].slice(0, MAX_SWATCHES);
  }, [design, color, listColors]);
  return (
    <ul className={classes.swatches} aria-label={t('design.palette')}>
      {colors.map((color) => (
        <li key={color}>
          <button
            type="button"
            className={classes.swatch}
            style={{ backgroundColor: color }}
            aria-label={t('design.useColor', { color })}
            title={color}
            onClick={() => take(color)}
          />
        </li>
      ))}
    </ul>
  );
}
