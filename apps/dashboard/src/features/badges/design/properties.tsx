import type { Design, Layer } from '@insignia/design';
import { defaultShapes } from '@insignia/design/edit';
import { t } from '../../../messages/en/design.ts';
import { ArrangePanel } from '../../../shared/designer/arrange.tsx';
import { Swatches } from '../../../shared/designer/color-field.tsx';
import { useDesign, useDesigner, useSelectedLayers } from '../../../shared/designer/context.ts';
import classes from '../../../shared/designer/fields.module.css';
import { NumberField, PanelSection } from '../../../shared/designer/fields.tsx';
import { PaintField } from '../../../shared/designer/paint-field.tsx';
import { PlaceFields, PropertiesPanel } from '../../../shared/designer/properties-panel.tsx';
import { ShapeFields } from '../../../shared/designer/shape-fields.tsx';
import { Appearance } from './appearance.tsx';
import { IconFields, TextFields } from './layer-fields.tsx';

/** Properties of the selection, or of the picture if nothing is selected. */
export function Properties() {
  return (
    <PropertiesPanel>
      <Fields />
    </PropertiesPanel>
  );
}

function Fields() {
  const chosen = useSelectedLayers<Design>();
  const [first, ...others] = chosen;
  if (!first) return <DesignProperties />;
  return (
    <>
      <ArrangePanel layers={chosen} />
      {others.length === 0 && <One key={`one ${first.id}`} layer={first} />}
      <Appearance key={`look ${chosen.map(({ id }) => id).join(' ')}`} layers={chosen} />
    </>
  );
}

function One({ layer }: { layer: Layer }) {
  return (
    <>
      <PlaceFields layer={layer} />
      {(layer.type === 'text' || layer.type === 'circleText') && <TextFields layer={layer} />}
      {layer.type === 'shape' && <ShapeFields layer={layer} shapes={defaultShapes} />}
      {layer.type === 'icon' && <IconFields layer={layer} />}
    </>
  );
}

/** Properties of the whole picture. */
function DesignProperties() {
  const { change } = useDesigner<Design>();
  const design = useDesign<Design>();
  const side = (member: 'width' | 'height') => (
    <NumberField
      isShort
      label={t(`design.${member}`)}
      value={design[member]}
      min={64}
      max={4_096}
      set={(value, within) =>
        change((before) => ({ ...before, [member]: Math.round(value) }), within)
      }
    />
  );
  return (
    <>
      <PanelSection title={t('design.page')}>
        <div className={classes.pairs}>
          {side('width')}
          {side('height')}
        </div>
      </PanelSection>
      <PanelSection title={t('design.background')}>
        <PaintField
          label={t('design.background')}
          value={design.background}
          isOptional
          set={(background, within) =>
            change(
              ({ background: _, ...others }) => ({ ...others, ...(background && { background }) }),
              within,
            )
          }
        />
        <Swatches
          take={(color) =>
            change((before) => ({ ...before, background: { type: 'color', color } }), 'swatch')
          }
        />
      </PanelSection>
    </>
  );
}
