import type { Paint } from '@insignia/design';
import { ColorField } from './color-field.tsx';
import classes from './fields.module.css';
import { NumberField, SelectField } from './fields.tsx';
import { t } from './t.ts';

type Props = {
  /** Fill, stroke or the like: the name of its first colour. */
  label: string;
  value: Paint | undefined;
  /** Whether there may be none. */
  isOptional?: boolean;
  set: (paint: Paint | undefined, within?: string) => void;
};

const kinds = ['none', 'color', 'linear', 'radial'] as const;
type Kind = (typeof kinds)[number];

function firstColor(paint: Paint | undefined): string | undefined {
  return paint?.type === 'color' ? paint.color : paint?.stops[0]?.color;
}

/** The same colours as another kind of paint. */
function paintOf(kind: Kind, from: Paint | undefined): Paint | undefined {
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

/** One colour, or several that change into each other. */
export function PaintField({ label, value, isOptional, set }: Props) {
  const kind: Kind = value?.type ?? 'none';
  const offered = kinds.filter((one) => one !== 'none' || isOptional);
  return (
    <>
      <SelectField
        label={t('design.paint')}
        value={kind}
        options={offered.map((one) => ({ value: one, label: t(`design.paint.${one}`) }))}
        set={(next) => set(paintOf(next, value))}
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
          least={-360}
          most={360}
          set={(angle, within) => set({ ...value, angle }, within)}
        />
      )}
    </>
  );
}

type Gradient = Exclude<Paint, { type: 'color' }>;

function Stops({ label, value, set }: { label: string; value: Gradient; set: Props['set'] }) {
  const change = (n: number, stop: { at?: number; color?: string }, within: string) => {
    const stops = value.stops.map((one, at) => (at === n ? { ...one, ...stop } : one));
    set({ ...value, stops }, `${within} ${n}`);
  };
  return value.stops.map(({ at, color }, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a colour is known by its place
    <div key={n} className={classes.color} data-stop>
      <ColorField
        label={n === 0 ? label : t('design.stop', { n: n + 1 })}
        value={color}
        set={(next, within) => change(n, { color: next }, within)}
      />
      <input
        className={classes.input}
        type="number"
        min={0}
        max={100}
        aria-label={t('design.stop.at', { n: n + 1 })}
        value={Math.round(at * 100)}
        onChange={({ currentTarget }) => {
          const share = Number(currentTarget.value) / 100;
          if (share >= 0 && share <= 1) change(n, { at: share }, 'stop');
        }}
      />
    </div>
  ));
}
