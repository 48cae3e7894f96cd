import { createPalette } from '@insignia/design';
import { useId, useMemo, useState } from 'react';
import { t } from '../../messages/en/design.ts';
import { useDesign, useDesigner } from './context.ts';
import classes from './fields.module.css';

type Props = {
  label: string;
  /** #rrggbb, #rrggbbaa, or undefined. */
  value: string | undefined;
  set: (color: string, within: string) => void;
};

const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i;
const long = /^#?([0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Parses a typed color: with or without #, three, six or eight digits. */
function parseColor(text: string): string | undefined {
  const [, r, g, b] = short.exec(text.trim()) ?? [];
  if (r && g && b) return `#${r}${r}${g}${g}${b}${b}`.toLowerCase();
  const digits = long.exec(text.trim())?.[1];
  return digits && `#${digits.toLowerCase()}`;
}

/** A color by hex code or picker. */
export function ColorField({ label, value, set }: Props) {
  const { endGesture } = useDesigner();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const name = `color ${id}`;
  const shown = typed ?? value ?? '';
  return (
    <>
      <input
        type="color"
        className={classes.well}
        aria-label={t('design.pick')}
        value={value?.slice(0, 7) ?? '#ffffff'}
        onChange={({ currentTarget }) => set(currentTarget.value + (value?.slice(7) ?? ''), name)}
        onBlur={endGesture}
      />
      <input
        className={classes.input}
        aria-label={label}
        value={shown}
        spellCheck={false}
        autoComplete="off"
        maxLength={9}
        placeholder={t('design.none')}
        onChange={({ currentTarget }) => {
          const color = parseColor(currentTarget.value);
          setTyped(currentTarget.value);
          if (color) set(color, name);
        }}
        onBlur={() => {
          setTyped(undefined);
          endGesture();
        }}
      />
    </>
  );
}

const MAX_SWATCHES = 18;
const usual = ['#ffffff', '#0d1117'];

/** Colors of the issuer and the picture, to reuse. */
export function Swatches({ take }: { take: (color: string) => void }) {
  const design = useDesign();
  const { color, listColors } = useDesigner();
  const colors = useMemo(() => {
    const { main, deep, accent, soft } = createPalette(color);
    const brand = [color.toLowerCase(), main, deep, accent, soft];
    return [...new Set([...brand, ...usual, ...listColors(design)])].slice(0, MAX_SWATCHES);
  }, [design, color, listColors]);
  return (
    <ul className={classes.swatches} aria-label={t('design.palette')}>
      {colors.map((color) => (
        <li key={color}>
          <button
            type="button"
            className={classes.swatch}
            style={{ backgroundColor: color }}
            aria-label={t('design.useColor', { color })}
            title={color}
            onClick={() => take(color)}
          />
        </li>
      ))}
    </ul>
  );
}
