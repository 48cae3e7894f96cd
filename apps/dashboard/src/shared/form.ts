import type { ErrorDetail } from '@insignia/contract';
import { InsigniaError } from '@insignia/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { type Draft, dropDraft, keepDraft, readDraft } from './draft.ts';
import { sentence } from './problem.ts';
import { randomId } from './random-id.ts';

export type Values = Readonly<Record<string, string | boolean>>;

type Settings<V extends Values, R> = {
  /** Names what was typed, to find it again after a reload or a lost session. */
  draft: string;
  initial: V;
  /** What the contract finds wrong before anything is sent. */
  check: (values: V) => readonly ErrorDetail[];
  /** `key` stays the same while the form is open, so that sending twice does it once. */
  send: (values: V, key: string) => Promise<R>;
  done: (result: R, values: V) => void;
  /** Fields of the service's answer that are named otherwise in the form. */
  fieldOf?: Readonly<Record<string, keyof V & string>>;
};

/** All that a schema of the contract finds wrong. */
export function faultsOf(schema: z.ZodType, body: unknown): ErrorDetail[] {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
}

export function useForm<V extends Values, R>(settings: Settings<V, R>) {
  const { draft, initial, check, send, done, fieldOf = {} } = settings;
  const [kept, setKept] = useState<Draft<V>>(
    () => readDraft<V>(draft, initial) ?? { values: initial, key: randomId() },
  );
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Two clicks come before the first one has been drawn.
  const busy = useRef(false);
  const isDirty = !isDone && JSON.stringify(kept.values) !== JSON.stringify(initial);

  useEffect(() => {
    if (Object.keys(faults).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  const show = (details: readonly ErrorDetail[]) => {
    const named: Record<string, string> = {};
    for (const { path, message } of details)
      named[fieldOf[path] ?? path] ??= sentence(message).replace(/\.$/, '');
    setFaults(named);
    return Object.keys(named).some((field) => field in kept.values);
  };

  const set = <F extends keyof V & string>(field: F, value: V[F]) => {
    setKept((before) => {
      const after = { ...before, values: { ...before.values, [field]: value } };
      keepDraft(draft, after);
      return after;
    });
    setFaults(({ [field]: _, ...others }) => others);
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy.current) return;
    setProblem(undefined);
    const { values, key } = kept;
    const found = check(values);
    if (found.length > 0) return void show(found);
    busy.current = true;
    setBusy(true);
    try {
      const result = await send(values, key);
      dropDraft(draft);
      setDone(true);
      done(result, values);
    } catch (error) {
      const isAtFields = error instanceof InsigniaError && show(error.details);
      if (!isAtFields) setProblem(error);
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };

  return {
    values: kept.values,
    set,
    /** For a text field: what it shows and what is wrong with it. */
    text: <F extends keyof V & string>(field: F) => ({
      name: field,
      value: String(kept.values[field]),
      error: faults[field],
      onChange: (event: { currentTarget: { value: string } }) =>
        set(field, event.currentTarget.value as V[F]),
    }),
    faults,
    problem,
    isBusy,
    isDirty,
    form: { ref: form, onSubmit: (event: FormEvent) => void submit(event), noValidate: true },
    /** Throws away what was typed. */
    drop: () => {
      dropDraft(draft);
      setDone(true);
    },
    /** The same form for the next one. */
    again: (values: V) => {
      setKept({ values, key: randomId() });
      setFaults({});
      setProblem(undefined);
      setDone(false);
    },
  };
}
