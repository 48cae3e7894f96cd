import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDesigner } from './context.ts';
import classes from './fields.module.css';

/** The name is only a heading: as a region's name, it could be mistaken for a field's. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

type NumberProps = {
  label: string;
  value: number;
  set: (value: number, within: string) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Label inside the field, two per row. */
  isShort?: boolean;
};

const directions: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
const rounded = (value: number) => Math.round(value * 100) / 100;

export function NumberField({ label, isShort, ...number }: NumberProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={isShort ? classes.short : classes.field}>
      <span className={classes.name}>{label}</span>
      <NumberInput {...number} id={id} />
    </label>
  );
}

type InputProps = Omit<NumberProps, 'label' | 'isShort'> & {
  id?: string;
  'aria-label'?: string;
};

/** Applies a number while typing once valid, and clamps it on blur. */
export function NumberInput(props: InputProps) {
  const { value, set, min = -10_000, max = 10_000, step = 1 } = props;
  const { endGesture } = useDesigner();
  const id = useId();
  const shown = String(rounded(value));
  const [typed, setTyped] = useState(shown);
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    if (!isTyping) setTyped(shown);
  }, [shown, isTyping]);
  const isGivenUp = useRef(false);
  const isRight = (number: number) => Number.isFinite(number) && number >= min && number <= max;
  const take = (text: string) => {
    setTyped(text);
    const number = Number(text);
    if (text.trim() !== '' && isRight(number)) set(number, `field ${id}`);
  };
  const bound = (number: number) => Math.min(Math.max(number, min), max);
  const finish = () => {
    if (typed === shown) return;
    const number = typed.trim() === '' ? Number.NaN : Number(typed);
    if (Number.isFinite(number) && !isRight(number)) take(String(bound(number)));
    else if (!isRight(number)) setTyped(shown);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') isGivenUp.current = true;
    if (event.key === 'Enter') {
      finish();
      return endGesture();
    }
    const direction = directions[event.key];
    if (!direction) return;
    // The browser's steps would start at the minimum.
    event.preventDefault();
    take(String(bound(rounded(value + direction * step * (event.shiftKey ? 10 : 1)))));
  };
  return (
    <input
      className={classes.input}
      id={props.id}
      aria-label={props['aria-label']}
      type="number"
      value={isTyping ? typed : shown}
      min={min}
      max={max}
      step={step}
      aria-invalid={isTyping && (typed.trim() === '' || !isRight(Number(typed))) ? true : undefined}
      onFocus={() => {
        setTyped(shown);
        setTyping(true);
        isGivenUp.current = false;
      }}
      onChange={({ currentTarget }) => take(currentTarget.value)}
      onKeyDown={press}
      onBlur={() => {
        if (!isGivenUp.current) finish();
        setTyping(false);
        endGesture();
      }}
    />
  );
}

type LabeledFieldProps = { id: string; label: string; isTall?: boolean; children: ReactNode };

/** A field with a label above or beside it. */
export function LabeledField({ id, label, isTall, children }: LabeledFieldProps) {
  return (
    <div className={classes.field} data-tall={isTall}>
      <label className={classes.name} htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  );
}

type TextProps = {
  label: string;
  value: string;
  max: number;
  set: (value: string, within: string) => void;
};

export function TextField({ label, value, max, set }: TextProps) {
  const { endGesture } = useDesigner();
  const id = useId();
  return (
    <LabeledField id={id} label={label}>
      <input
        id={id}
        className={classes.input}
        value={value}
        maxLength={max}
        dir="auto"
        autoComplete="off"
        onChange={({ currentTarget }) => set(currentTarget.value, `field ${id}`)}
        onBlur={endGesture}
      />
    </LabeledField>
  );
}

type SelectProps<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  set: (value: V) => void;
};

export function SelectField<V extends string>({ label, value, options, set }: SelectProps<V>) {
  const id = useId();
  return (
    <LabeledField id={id} label={label}>
      <select
        id={id}
        className={classes.input}
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value as V)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </LabeledField>
  );
}

type CheckProps = { label: string; value: boolean; set: (value: boolean) => void };

export function CheckField({ label, value, set }: CheckProps) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        checked={value}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
