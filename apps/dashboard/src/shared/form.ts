import type { ErrorCode, ErrorDetail } from '@insignia/contract';
import { InsigniaError } from '@insignia/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DraftBase, deleteDraft, type FormDraft, readDraft, saveDraft } from './draft.ts';
import { translateDetails } from './field-errors.ts';
import { describeErrorCode } from './problem.ts';
import { randomId } from './random-id.ts';
import { t } from './t.ts';

export type FormValues = Readonly<Record<string, string | boolean>>;

type FormSettings<V extends FormValues, R> = {
  /** Key of the stored draft. Without it nothing is stored, as for passwords. */
  draft?: string;
  initial: V;
  /** State being edited. Until something is typed, the form follows refetches. */
  etag?: string | undefined;
  /** Client-side validation by the contract. */
  check: (values: V) => readonly ErrorDetail[];
  /**
   * `key` is constant while the form is open, so that a double submit has one effect. `ifMatch` is
   * the `etag` read when typing started.
   */
  send: (values: V, key: string, ifMatch: string | undefined) => Promise<R>;
  done: (result: R, values: V) => void;
  /** Maps error paths to differently named fields. */
  fieldOf?: Readonly<Record<string, keyof V & string>>;
  /** Error codes that belong to a field. */
  fieldOfCode?: Readonly<Partial<Record<ErrorCode, keyof V & string>>>;
};

/** Error texts by field. */
export function describeFieldErrors(
  details: readonly ErrorDetail[],
  fieldOf: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const named: Record<string, string> = {};
  for (const { path, message } of details) named[fieldOf[path] ?? path] ??= message;
  return named;
}

export function useForm<V extends FormValues, R>(settings: FormSettings<V, R>) {
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
  const createDraft = (values: V): FormDraft<V> => ({
    values,
    key: randomId(),
    ...(etag !== undefined && { from: { initial: present, etag } }),
  });
  const [found] = useState(() => readDraft<V>(draft, present));
  const [kept, setKept] = useState<FormDraft<V>>(() => found ?? createDraft(present));
  const initial = kept.from?.initial ?? present;
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries((found?.lost ?? []).map((field) => [field, t('form.lost')])),
  );
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // A second click arrives before the first is rendered.
  const busy = useRef(false);
  const isDirty =
    !isDone && Object.keys(initial).some((field) => kept.values[field] !== initial[field]);
  const follow = () => {
    setKept(createDraft(present));
    setDone(false);
  };
  if (etag !== undefined && kept.from?.etag !== etag && !isDirty && !isBusy) follow();

  // Counts attempts, so that focus moves to the first error once per attempt.
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  const show = (details: readonly ErrorDetail[]) => {
    const named = describeFieldErrors(details, fieldOf);
    setFaults(named);
    setRefused((before) => before + 1);
    return Object.keys(named).some((path) => (path.split('.')[0] ?? '') in kept.values);
  };

  const set = <F extends keyof V & string>(field: F, value: V[F]) => {
    setKept((before) => {
      const after = { ...before, values: { ...before.values, [field]: value } };
      saveDraft(draft, after);
      return after;
    });
    setDone(false);
    // Includes errors of its parts.
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([path]) => path.split('.')[0] !== field)),
    );
  };

  const refuse = (error: unknown) => {
    const path = error instanceof InsigniaError && fieldOfCode[error.code as ErrorCode];
    const isAtFields =
      error instanceof InsigniaError &&
      show(
        path ? [{ path, message: describeErrorCode(error.code) }] : translateDetails(error.details),
      );
    if (!isAtFields) setProblem(error);
    // The key was used for other values, so the next submit gets a new one.
    if (error instanceof InsigniaError && error.code === 'idempotency_key_reused')
      setKept((before) => ({ ...before, key: randomId() }));
  };

  const submit = async ({ values, key, from }: FormDraft<V>) => {
    if (busy.current) return;
    setProblem(undefined);
    const found = check(values);
    if (found.length > 0) return void show(found);
    busy.current = true;
    setBusy(true);
    try {
      const result = await send(values, key, from?.etag);
      deleteDraft(draft);
      // Synchronously, so that the unsaved-changes guard sees it even if rendering is late.
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
    /** Props of a text field: value and error. */
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
    /** Values read when typing started. */
    initial,
    /** Overwrites someone else's changes. */
    sendOver: (from: DraftBase<V>, values: V) => {
      const over = { values, key: randomId(), from };
      setKept(over);
      saveDraft(draft, over);
      void submit(over);
    },
    /** Clears the error. */
    calm: () => setProblem(undefined),
    /** Discards the input. */
    drop: () => {
      deleteDraft(draft);
      setDone(true);
    },
    /** Resets the form for another entry. */
    again: (values: V) => {
      setKept(createDraft(values));
      setFaults({});
      setProblem(undefined);
      setDone(false);
    },
  };
}
