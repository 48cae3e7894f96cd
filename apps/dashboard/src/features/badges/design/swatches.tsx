import { colorsOf } from '@insignia/design/edit';
import { useMemo } from 'react';
import { useDesign } from './context.ts';
import classes from './fields.module.css';
import { t } from './t.ts';

const most = 14;
const usual = ['#ffffff', '#0d1117', '#c9a227'];

/** The colours of this picture, to be taken for something else in it. */
export function Swatches({ take }: { take: (color: string) => void }) {
  const design = useDesign();
  const colors = useMemo(
    () => [...new Set([...colorsOf(design), ...usual])].slice(0, most),
    [design],
  );
  return (
    <ul className={classes.swatches} aria-label={t('design.palette')}>
      {colors.map((color) => (
        <li key={color}>
          <button
            type="button"
            className={classes.swatch}
            style={{ backgroundColor: color }}
            aria-label={t('design.take', { color })}
            title={color}
            onClick={() => take(color)}
          />
        </li>
      ))}
    </ul>
  );
}
