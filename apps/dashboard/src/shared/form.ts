import type { ErrorCode, ErrorDetail } from '@insignia/contract';
import { InsigniaError } from '@insignia/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Draft, dropDraft, type From, keepDraft, readDraft } from './draft.ts';
import { sentence } from './problem.ts';
import { randomId } from './random-id.ts';
import { t } from './t.ts';

export type Values = Readonly<Record<string, string | boolean>>;

type Settings<V extends Values, R> = {
  /** Names what was typed, to find it again after a reload or a lost session; without it nothing is kept: passwords. */
  draft?: string;
  initial: V;
  /** Of what is edited: while nothing has been typed the form follows what is read anew. */
  etag?: string | undefined;
  /** What the contract finds wrong before anything is sent. */
  check: (values: V) => readonly ErrorDetail[];
  /**
   * `key` stays the same while the form is open, so that sending twice does it once; `ifMatch` is the `etag` of what
   * was read when the typing began.
   */
  send: (values: V, key: string, ifMatch: string | undefined) => Promise<R>;
  done: (result: R, values: V) => void;
  /** Fields of the service's answer that are named otherwise in the form. */
  fieldOf?: Readonly<Record<string, keyof V & string>>;
  /** Refusals that are about one field. */
  fieldOfCode?: Readonly<Partial<Record<ErrorCode, keyof V & string>>>;
};

/** What is wrong with each field, by its name in the form. */
export function wordsOf(
  details: readonly ErrorDetail[],
  fieldOf: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const named: Record<string, string> = {};
  for (const { path, message } of details)
    named[fieldOf[path] ?? path] ??= sentence(message).replace(/\.$/, '');
  return named;
}

export function useForm<V extends Values, R>(settings: Settings<V, R>) {
  const {
    draft,
    initial: present,
    etag,
    check,
    send,
    done,
    fieldOf = {},
    fieldOfCode = {},
  } = settings;
  const begun = (values: V): Draft<V> => ({
    values,
    key: randomId(),
    ...(etag !== undefined && { from: { initial: present, etag } }),
  });
  const [found] = useState(() => readDraft<V>(draft, present));
  const [kept, setKept] = useState<Draft<V>>(() => found ?? begun(present));
  const initial = kept.from?.initial ?? present;
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries((found?.lost ?? []).map((field) => [field, t('form.lost')])),
  );
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Two clicks come before the first one has been drawn.
  const busy = useRef(false);
  const isDirty =
    !isDone && Object.keys(initial).some((field) => kept.values[field] !== initial[field]);
  const follow = () => {
    setKept(begun(present));
    setDone(false);
  };
  if (etag !== undefined && kept.from?.etag !== etag && !isDirty && !isBusy) follow();

  // Once for each try: whoever mends the first fault is not taken to the next one while typing.
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  const show = (details: readonly ErrorDetail[]) => {
    const named = wordsOf(details, fieldOf);
    setFaults(named);
    setRefused((before) => before + 1);
    return Object.keys(named).some((path) => (path.split('.')[0] ?? '') in kept.values);
  };

  const set = <F extends keyof V & string>(field: F, value: V[F]) => {
    setKept((before) => {
      const after = { ...before, values: { ...before.values, [field]: value } };
      keepDraft(draft, after);
      return after;
    });
    setDone(false);
    // Those of its parts too.
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([path]) => path.split('.')[0] !== field)),
    );
  };

  const refuse = (error: unknown) => {
    const path = error instanceof InsigniaError && fieldOfCode[error.code as ErrorCode];
    const isAtFields =
      error instanceof InsigniaError &&
      show(path ? [{ path, message: error.message }] : error.details);
    if (!isAtFields) setProblem(error);
    // What was sent under the key has been done; what is sent next is something else.
    if (error instanceof InsigniaError && error.code === 'idempotency_key_reused')
      setKept((before) => ({ ...before, key: randomId() }));
  };

  const submit = async ({ values, key, from }: Draft<V>) => {
    if (busy.current) return;
    setProblem(undefined);
    const found = check(values);
    if (found.length > 0) return void show(found);
    busy.current = true;
    setBusy(true);
    try {
      const result = await send(values, key, from?.etag);
      dropDraft(draft);
      // At once: what asks before one leaves would take it for unsaved, where the page is drawn later than it is left.
      flushSync(() => setDone(true));
      done(result, values);
    } catch (error) {
      refuse(error);
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
    form: {
      ref: form,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit(kept);
      },
      noValidate: true,
    },
    /** What was read when the typing began. */
    initial,
    /** Sends these values over what somebody else has written meanwhile. */
    sendOver: (from: From<V>, values: V) => {
      const over = { values, key: randomId(), from };
      setKept(over);
      keepDraft(draft, over);
      void submit(over);
    },
    /** Puts the last failure away. */
    calm: () => setProblem(undefined),
    /** Throws away what was typed. */
    drop: () => {
      dropDraft(draft);
      setDone(true);
    },
    /** The same form for the next one. */
    again: (values: V) => {
      setKept(begun(values));
      setFaults({});
      setProblem(undefined);
      setDone(false);
    },
  };
}
