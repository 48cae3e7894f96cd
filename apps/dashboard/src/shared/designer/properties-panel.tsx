import { contrastRatio, type Paint } from '@insignia/design';
import { type EditableLayer, getMainColor } from '@insignia/design/edit';
import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../../messages/en/design.ts';
import { useDesigner, useEdit } from './context.ts';
import frame from './designer.module.css';
import classes from './fields.module.css';
import { NumberField, PanelSection, TextField } from './fields.tsx';

const typed = 'textarea, input:not([type="checkbox"], [type="color"])';

/** Fields of the selection. Escape cancels typing and leaves. */
export function PropertiesPanel({ children }: { children: ReactNode }) {
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
      {children}
    </section>
  );
}

export function PlaceFields({ layer }: { layer: EditableLayer }) {
  const { unit } = useDesigner();
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
    <PanelSection title={unit.title ?? t('design.place')}>
      <div className={classes.pairs}>
        {number('x')}
        {number('y')}
        {number('width', unit.minSide)}
        {number('height', unit.minSide)}
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

/** WCAG 2.2 for text, and for large text and icons. */
const [MIN_TEXT_CONTRAST, MIN_LARGE_TEXT_CONTRAST] = [4.5, 3];

type ContrastProps = {
  paint: Paint | undefined;
  /** Undefined if it isn't known, as over a picture. */
  background: string | undefined;
  isLarge: boolean;
};

/** Warns about low contrast. */
export function ContrastHint({ paint, background, isLarge }: ContrastProps) {
  if (!paint || !background) return null;
  const ratio = contrastRatio(background, getMainColor(paint));
  const min = isLarge ? MIN_LARGE_TEXT_CONTRAST : MIN_TEXT_CONTRAST;
  if (ratio >= min) return null;
  return (
    <p className={classes.hint} role="note">
      {t('design.contrast', { ratio: ratio.toFixed(1), min })}
    </p>
  );
}
