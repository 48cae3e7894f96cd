import { useDesign, useDesigner } from './context.ts';
import classes from './fields.module.css';
import { NumberField, PanelSection } from './fields.tsx';
import { PaintField } from './paint-field.tsx';
import { Swatches } from './swatches.tsx';
import { t } from './t.ts';

/** Properties of the whole picture. */
export function DesignProperties() {
  const { change } = useDesigner();
  const design = useDesign();
  const side = (member: 'width' | 'height') => (
    <NumberField
      isShort
      label={t(`design.${member}`)}
      value={design[member]}
      least={64}
      most={4_096}
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
