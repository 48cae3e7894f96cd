import type { LayerOf } from '@insignia/design';
import { useState } from 'react';
import { NumberField, PanelSection } from './fields.tsx';
import { LazyIconPicker } from './lazy-parts.ts';
import classes from './panel.module.css';
import { t } from './t.ts';
import { useEdit } from './use-edit.ts';

export function IconFields({ layer }: { layer: LayerOf<'icon'> }) {
  const edit = useEdit([layer]);
  const [isOpen, setOpen] = useState(false);
  return (
    <PanelSection title={t('design.icon')}>
      <button type="button" className={classes.plain} onClick={() => setOpen(true)}>
        {t('design.icon.other')}
      </button>
      <NumberField
        label={t('design.icon.weight')}
        value={layer.strokeWidth}
        least={0.5}
        most={4}
        step={0.25}
        set={(strokeWidth, within) => edit({ strokeWidth }, within)}
      />
      {isOpen && (
        <LazyIconPicker
          close={() => setOpen(false)}
          take={(icon) => edit({ icon, name: t('design.icon.named', { icon }) })}
        />
      )}
    </PanelSection>
  );
}
