import { createPalette, designLimits, type Paint } from '@insignia/design';
import { mixColors } from '@insignia/tokens/shades';
import { IconMinus } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { t } from '../../messages/en/design.ts';
import { useDesign, useDesigner } from './context.ts';
import classes from './fields.module.css';
import { NumberField, NumberInput, SelectField } from './fields.tsx';
import panel from './panel.module.css';
import { ToolButton } from './tool-button.tsx';

type ColorProps = {
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
export function ColorField({ label, value, set }: ColorProps) {
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

type Props = {
  /** Label of the first color, such as Fill or Stroke. */
  label: string;
  value: Paint | undefined;
  /** True if the paint may be removed. */
  isOptional?: boolean;
  set: (paint: Paint | undefined, within?: string) => void;
};

const kinds = ['none', 'color', 'linear', 'radial'] as const;
type PaintKind = (typeof kinds)[number];

function firstColor(paint: Paint | undefined): string | undefined {
  return paint?.type === 'color' ? paint.color : paint?.stops[0]?.color;
}

/** Converts between kinds of paint and keeps colors. */
function createPaint(kind: PaintKind, from: Paint | undefined): Paint | undefined {
  if (kind === 'none') return undefined;
  const color = firstColor(from) ?? '#24477f';
  if (kind === 'color') return { type: 'color', color };
  const stops =
    from && from.type !== 'color'
      ? from.stops
      : [
          { at: 0, color },
          { at: 1, color: '#0d1117' },
        ];
  return kind === 'linear' ? { type: 'linear', angle: 90, stops } : { type: 'radial', stops };
}

/** A color or a gradient. */
export function PaintField({ label, value, isOptional, set }: Props) {
  const kind: PaintKind = value?.type ?? 'none';
  const offered = kinds.filter((one) => one !== 'none' || isOptional);
  return (
    <>
      <SelectField
        label={t('design.paint')}
        value={kind}
        options={offered.map((one) => ({ value: one, label: t(`design.paint.${one}`) }))}
        set={(next) => set(createPaint(next, value))}
      />
      {(value === undefined || value.type === 'color') && (
        <div className={classes.color}>
          <ColorField
            label={label}
            value={value?.color}
            set={(color, within) => set({ type: 'color', color }, within)}
          />
        </div>
      )}
      {value && value.type !== 'color' && <Stops label={label} value={value} set={set} />}
      {value?.type === 'linear' && (
        <NumberField
          label={t('design.angle')}
          value={value.angle}
          min={-360}
          max={360}
          set={(angle, within) => set({ ...value, angle }, within)}
        />
      )}
    </>
  );
}

type Gradient = Exclude<Paint, { type: 'color' }>;

/** Adds the average of the last two colors. */
function withStop({ stops, ...paint }: Gradient): Gradient {
  const [before, last] = stops.slice(-2);
  if (!before || !last) return { ...paint, stops };
  const color = mixColors(before.color.slice(0, 7), last.color.slice(0, 7), 0.5);
  const stop = { at: (before.at + last.at) / 2, color };
  return { ...paint, stops: [...stops.slice(0, -1), stop, last] };
}

function Stops({ label, value, set }: { label: string; value: Gradient; set: Props['set'] }) {
  const change = (n: number, stop: { at?: number; color?: string }, within: string) => {
    const stops = value.stops.map((one, at) => (at === n ? { ...one, ...stop } : one));
    set({ ...value, stops }, `${within} ${n}`);
  };
  const canGo = value.stops.length > 2;
  const rows = value.stops.map(({ at, color }, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: colors have no id
    <div key={n} className={classes.color} data-stop={canGo ? 'removable' : 'kept'}>
      <ColorField
        label={n === 0 ? label : t('design.stop', { n: n + 1 })}
        value={color}
        set={(next, within) => change(n, { color: next }, within)}
      />
      <NumberInput
        aria-label={t('design.stop.at', { n: n + 1 })}
        min={0}
        max={100}
        value={Math.round(at * 100)}
        set={(percent, within) => change(n, { at: percent / 100 }, within)}
      />
      {canGo && (
        <ToolButton
          label={t('design.stop.remove', { n: n + 1 })}
          icon={IconMinus}
          act={() => set({ ...value, stops: value.stops.filter((_, one) => one !== n) })}
        />
      )}
    </div>
  ));
  return (
    <>
      {rows}
      {value.stops.length < designLimits.stops && (
        <button type="button" className={panel.plain} onClick={() => set(withStop(value))}>
          {t('design.stop.add')}
        </button>
      )}
    </>
  );
}
