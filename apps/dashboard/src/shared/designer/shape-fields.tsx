import {
  type CertificateShape,
  designLimits,
  type Shape,
  type Stroke,
  shapePath,
} from '@insignia/design';
import { defaultShapes, type EditableLayer } from '@insignia/design/edit';
import type { ReactNode } from 'react';
import { t } from '../../messages/en/design.ts';
import { useDesigner, useEdit } from './context.ts';
import classes from './fields.module.css';
import { NumberField, PanelSection, SelectField } from './fields.tsx';
import { PaintField } from './paint-field.tsx';
import panelClasses from './panel.module.css';

/** Measures of each shape and their limits. Shares are shown as percentages. */
const measures = {
  radius: { min: 0, max: designLimits.extent, unit: 1 },
  notch: { min: 0, max: 100, unit: 1 },
  band: { min: 4, max: 50, unit: 1 },
  points: { min: 3, max: 60, unit: 1, isWhole: true },
  teeth: { min: 6, max: 120, unit: 1, isWhole: true },
  leaves: { min: 3, max: 24, unit: 1, isWhole: true },
  petals: { min: 3, max: 40, unit: 1, isWhole: true },
  strands: { min: 1, max: 6, unit: 1, isWhole: true },
  depth: { min: 0, max: designLimits.depth * 100, unit: 0.01 },
  fold: { min: 0, max: 100, unit: 0.01 },
} as const;
type Measure = keyof typeof measures;

type ShapeProps<Shape extends CertificateShape> = {
  layer: EditableLayer & { shape: Shape };
  /** Each kind with its initial measures. */
  shapes: Record<Shape['kind'], Shape>;
};

export function ShapeFields<Shape extends CertificateShape>({ layer, shapes }: ShapeProps<Shape>) {
  const edit = useEdit<EditableLayer & { shape: Shape }>([layer]);
  const kinds = Object.keys(shapes) as Shape['kind'][];
  const { shape } = layer;
  const own = Object.entries(shape).filter(([name]) => name in measures) as [Measure, number][];
  return (
    <PanelSection title={t('design.shape')}>
      <SelectField
        label={t('design.shape.kind')}
        value={shape.kind}
        options={kinds.map((kind) => ({ value: kind, label: t(`design.shape.${kind}`) }))}
        set={(kind) => edit({ shape: shapes[kind as Shape['kind']] })}
      />
      {own.map(([name, value]) => {
        const { min, max, unit, ...rest } = measures[name];
        return (
          <NumberField
            key={name}
            label={t(`design.shape.${name}`)}
            value={value / unit}
            min={min}
            max={max}
            set={(next, within) => {
              const measured = 'isWhole' in rest ? Math.round(next) : next * unit;
              edit({ shape: { ...shape, [name]: measured } as Shape }, within);
            }}
          />
        );
      })}
    </PanelSection>
  );
}

type StrokedLayer = EditableLayer & { stroke?: Stroke | undefined };
type StrokeProps = {
  layers: readonly StrokedLayer[];
  stroke: Stroke | undefined;
  /** A new stroke. */
  usual: Stroke;
};

export function StrokeFields({ layers, stroke, usual }: StrokeProps) {
  const edit = useEdit<StrokedLayer>(layers);
  const { unit } = useDesigner();
  const dash = stroke?.dash?.[0] ?? 0;
  return (
    <PanelSection title={t('design.stroke')}>
      <PaintField
        label={t('design.stroke')}
        value={stroke?.paint}
        isOptional
        set={(paint, within) => edit({ stroke: paint && { ...usual, ...stroke, paint } }, within)}
      />
      {stroke && (
        <div className={classes.pairs}>
          <NumberField
            isShort
            label={t('design.stroke.width')}
            value={stroke.width}
            min={0.1}
            max={unit.maxStroke}
            set={(width, within) => edit({ stroke: { ...stroke, width } }, within)}
          />
          <NumberField
            isShort
            label={t('design.stroke.dash')}
            value={dash}
            min={0}
            max={500}
            set={(length, within) => {
              const { dash: _, ...solid } = stroke;
              edit({ stroke: length ? { ...solid, dash: [length, length] } : solid }, within);
            }}
          />
        </div>
      )}
    </PanelSection>
  );
}

const kinds = Object.keys(defaultShapes) as Shape['kind'][];

type ShapePickerProps = { add: (kind: Shape['kind']) => void; children?: ReactNode };

/** A button for each kind of shape. `children` are buttons of further kinds. */
export function ShapePicker({ add, children }: ShapePickerProps) {
  return (
    <div className={panelClasses.shapes}>
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
      className={panelClasses.shape}
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
