import type { Layer } from '@insignia/design';
import type { KeyboardEvent } from 'react';
import { t } from '../../../messages/en/design.ts';
import { Appearance } from './appearance.tsx';
import { ArrangePanel } from './arrange.tsx';
import { useDesign, useDesigner, useSelectedLayers } from './context.ts';
import frame from './designer.module.css';
import classes from './fields.module.css';
import { NumberField, PanelSection, TextField } from './fields.tsx';
import { IconFields, ShapeFields, TextFields } from './layer-fields.tsx';
import { PaintField } from './paint-field.tsx';
import { Swatches } from './swatches.tsx';
import { useEdit } from './use-edit.ts';

const typed = 'textarea, input:not([type="checkbox"], [type="color"])';

/**
 * Properties of the selection, or of the picture if nothing is selected. Escape cancels typing and
 * leaves.
 */
export function Properties() {
  const { endGesture, cancelGesture, stage } = useDesigner();
  const leave = ({ key, target, currentTarget, nativeEvent }: KeyboardEvent<HTMLElement>) => {
    // Ignore Escape for open dialogs and lists.
    const isOther = !currentTarget.contains(target as Node) || target instanceof HTMLSelectElement;
    if (key !== 'Escape' || nativeEvent.isComposing || isOther) return;
    if ((target as HTMLElement).matches(typed)) cancelGesture();
    stage.current?.focus({ preventScroll: true });
  };
  return (
    <section
      className={frame.properties}
      aria-label={t('design.properties')}
      data-properties
      onFocus={endGesture}
      onKeyDown={leave}
    >
      <Fields />
    </section>
  );
}

function Fields() {
  const chosen = useSelectedLayers();
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
      <Place layer={layer} />
      {(layer.type === 'text' || layer.type === 'circleText') && <TextFields layer={layer} />}
      {layer.type === 'shape' && <ShapeFields layer={layer} />}
      {layer.type === 'icon' && <IconFields layer={layer} />}
    </>
  );
}

function Place({ layer }: { layer: Layer }) {
  const edit = useEdit([layer]);
  const number = (member: 'x' | 'y' | 'width' | 'height', min?: number) => (
    <NumberField
      isShort
      label={t(`design.${member}`)}
      value={layer[member]}
      {...(min === undefined ? {} : { min })}
      set={(value, within) => edit({ [member]: value }, within)}
    />
  );
  return (
    <PanelSection title={t('design.place')}>
      <div className={classes.pairs}>
        {number('x')}
        {number('y')}
        {number('width', 1)}
        {number('height', 1)}
      </div>
      <TextField
        label={t('design.name')}
        value={layer.name}
        max={100}
        set={(name, within) => edit({ name }, within)}
      />
      <NumberField
        label={t('design.rotation')}
        value={layer.rotation}
        min={-360}
        max={360}
        set={(rotation, within) => edit({ rotation }, within)}
      />
    </PanelSection>
  );
}

/** Properties of the whole picture. */
function DesignProperties() {
  const { change } = useDesigner();
  const design = useDesign();
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
