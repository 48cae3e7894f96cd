import { type CertificateShape, type Shape, shapePath } from '@insignia/design';
import { defaultShapes } from '@insignia/design/edit';
import type { ReactNode } from 'react';
import { t } from '../../messages/en/design.ts';
import classes from './panel.module.css';

const kinds = Object.keys(defaultShapes) as Shape['kind'][];

type Props = { add: (kind: Shape['kind']) => void; children?: ReactNode };

/** A button for each kind of shape. `children` are buttons of further kinds. */
export function ShapePicker({ add, children }: Props) {
  return (
    <div className={classes.shapes}>
      {kinds.map((kind) => (
        <ShapeButton key={kind} kind={kind} add={() => add(kind)}>
          <path
            d={
              kind === 'ribbon'
                ? shapePath(defaultShapes.ribbon, 100, 34)
                : shapePath(defaultShapes[kind], 96, 96)
            }
            transform={kind === 'ribbon' ? 'translate(0 33)' : 'translate(2 2)'}
          />
        </ShapeButton>
      ))}
      {children}
    </div>
  );
}

type ButtonProps = { kind: CertificateShape['kind']; add: () => void; children: ReactNode };

/** `children` draw the shape in a square of 100 by 100. */
export function ShapeButton({ kind, add, children }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes.shape}
      aria-label={t(`design.shape.${kind}`)}
      title={t(`design.shape.${kind}`)}
      onClick={add}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}
