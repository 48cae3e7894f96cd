import { type Shape, shapePath } from '@insignia/design';
import { defaultShapes } from '@insignia/design/edit';
import { t } from '../../messages/en/design.ts';
import classes from './panel.module.css';

const kinds = Object.keys(defaultShapes) as Shape['kind'][];

/** A button for each kind of shape. */
export function ShapePicker({ add }: { add: (kind: Shape['kind']) => void }) {
  return (
    <div className={classes.shapes}>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={classes.shape}
          aria-label={t(`design.shape.${kind}`)}
          title={t(`design.shape.${kind}`)}
          onClick={() => add(kind)}
        >
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <path
              d={
                kind === 'ribbon'
                  ? shapePath(defaultShapes.ribbon, 100, 34)
                  : shapePath(defaultShapes[kind], 96, 96)
              }
              transform={kind === 'ribbon' ? 'translate(0 33)' : 'translate(2 2)'}
            />
          </svg>
        </button>
      ))}
    </div>
  );
}
