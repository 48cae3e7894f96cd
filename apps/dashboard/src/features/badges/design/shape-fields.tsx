import { designLimits, type LayerOf, type Shape } from '@insignia/design';
import { defaultShapes } from '@insignia/design/edit';
import { NumberField, PanelSection, SelectField } from './fields.tsx';
import { t } from './t.ts';
import { useEdit } from './use-edit.ts';

const kinds = Object.keys(defaultShapes) as Shape['kind'][];
/** Measures of each shape and their limits. Shares are shown as percentages. */
const measures = {
  radius: { least: 0, most: designLimits.extent, unit: 1 },
  points: { least: 3, most: 60, unit: 1 },
  teeth: { least: 6, most: 120, unit: 1 },
  leaves: { least: 3, most: 24, unit: 1 },
  depth: { least: 0, most: designLimits.depth * 100, unit: 0.01 },
  fold: { least: 0, most: 100, unit: 0.01 },
} as const;
type Measure = keyof typeof measures;

export function ShapeFields({ layer }: { layer: LayerOf<'shape'> }) {
  const edit = useEdit([layer]);
  const { shape } = layer;
  const own = Object.entries(shape).filter(([name]) => name in measures) as [Measure, number][];
  return (
    <PanelSection title={t('design.shape')}>
      <SelectField
        label={t('design.shape.kind')}
        value={shape.kind}
        options={kinds.map((kind) => ({ value: kind, label: t(`design.shape.${kind}`) }))}
        set={(kind) => edit({ shape: defaultShapes[kind] })}
      />
      {own.map(([name, value]) => {
        const { least, most, unit } = measures[name];
        return (
          <NumberField
            key={name}
            label={t(`design.shape.${name}`)}
            value={value / unit}
            least={least}
            most={most}
            set={(next, within) => {
              const measured = unit === 1 && name !== 'radius' ? Math.round(next) : next * unit;
              edit({ shape: { ...shape, [name]: measured } as Shape }, within);
            }}
          />
        );
      })}
    </PanelSection>
  );
}
