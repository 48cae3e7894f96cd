import { type Design, fonts, type LayerOf } from '@insignia/design';
import { useId, useState } from 'react';
import { t } from '../../../messages/en/design.ts';
import { useDesigner, useEdit } from '../../../shared/designer/context.ts';
import classes from '../../../shared/designer/fields.module.css';
import {
  CheckField,
  LabeledField,
  NumberField,
  PanelSection,
  SelectField,
} from '../../../shared/designer/fields.tsx';
import panel from '../../../shared/designer/panel.module.css';
import { LazyIconPicker } from './lazy-parts.ts';

type TextLayer = LayerOf<'text' | 'circleText'>;

export function TextFields({ layer }: { layer: TextLayer }) {
  const edit = useEdit([layer]);
  const { endGesture, textField } = useDesigner<Design>();
  const id = useId();
  const face = fonts.find(({ font }) => font === layer.font);
  const hasBold = face === undefined || face.weights.length > 1;
  const names = [...new Set([...fonts.map(({ font }) => font as string), layer.font])];
  return (
    <PanelSection title={t('design.lettering')}>
      <LabeledField id={id} label={t('design.text')} isTall>
        <textarea
          id={id}
          ref={textField}
          className={classes.input}
          rows={2}
          maxLength={500}
          value={layer.text}
          dir="auto"
          onChange={({ currentTarget }) => edit({ text: currentTarget.value }, `text ${id}`)}
          onBlur={endGesture}
        />
      </LabeledField>
      <SelectField
        label={t('design.font')}
        value={layer.font}
        options={names.map((font) => ({ value: font, label: font }))}
        set={(font) => {
          const isSingle = fonts.find((one) => one.font === font)?.weights.length === 1;
          edit({ font, ...(isSingle && { weight: 400 }) });
        }}
      />
      <div className={classes.pairs}>
        <NumberField
          isShort
          label={t('design.size')}
          value={layer.size}
          min={4}
          max={1_000}
          set={(size, within) => edit({ size }, within)}
        />
        <CheckField
          label={t('design.bold')}
          value={layer.weight === 700}
          set={(isBold) => edit({ weight: isBold && hasBold ? 700 : 400 })}
        />
      </div>
      <NumberField
        label={t('design.spacing')}
        value={layer.letterSpacing}
        min={-0.5}
        max={2}
        step={0.01}
        set={(letterSpacing, within) => edit({ letterSpacing }, within)}
      />
      {layer.type === 'text' ? (
        <>
          <NumberField
            label={t('design.lineHeight')}
            value={layer.lineHeight}
            min={0.5}
            max={3}
            step={0.05}
            set={(lineHeight, within) => edit({ lineHeight }, within)}
          />
          <SelectField
            label={t('design.align')}
            value={layer.align}
            options={(['start', 'center', 'end'] as const).map((align) => ({
              value: align,
              label: t(`design.align.${align}`),
            }))}
            set={(align) => edit({ align })}
          />
        </>
      ) : (
        <>
          <SelectField
            label={t('design.side')}
            value={layer.side}
            options={(['top', 'bottom'] as const).map((side) => ({
              value: side,
              label: t(`design.around.${side}`),
            }))}
            set={(side) => edit({ side })}
          />
          <NumberField
            label={t('design.span')}
            value={(layer.span ?? 0.95) * 100}
            min={5}
            max={100}
            set={(value, within) => edit({ span: value / 100 }, within)}
          />
        </>
      )}
    </PanelSection>
  );
}

export function IconFields({ layer }: { layer: LayerOf<'icon'> }) {
  const edit = useEdit([layer]);
  const [isOpen, setOpen] = useState(false);
  return (
    <PanelSection title={t('design.icon')}>
      <button type="button" className={panel.plain} onClick={() => setOpen(true)}>
        {t('design.icon.other')}
      </button>
      {!layer.filled && (
        <NumberField
          label={t('design.icon.weight')}
          value={layer.strokeWidth}
          min={0.5}
          max={4}
          step={0.25}
          set={(strokeWidth, within) => edit({ strokeWidth }, within)}
        />
      )}
      {isOpen && (
        <LazyIconPicker
          close={() => setOpen(false)}
          take={(icon, filled) => edit({ icon, filled, name: t('design.icon.named', { icon }) })}
        />
      )}
    </PanelSection>
  );
}
