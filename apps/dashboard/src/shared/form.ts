import type { ErrorCode, ErrorDetail } from '@insignia/contract';
import { InsigniaError } from '@insignia/sdk';
import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type DraftBase,
  deleteDraft,
  type FormDraft,
  findChanges,
  readDraft,
  rebaseChanges,
  saveDraft,
} from './draft.ts';
import { translateDetails } from './field-errors.ts';
import { describeErrorCode, describeFieldErrors } from './problem.ts';
import { randomId } from './random-id.ts';
import { t } from './t.ts';
import { useAction } from './use-action.ts';

export type FormValues = Readonly<Record<string, string | boolean | readonly string[]>>;

export type ApiFormOptions<V extends FormValues, R> = {
  /** Key of the stored draft. Without it nothing is stored, as for passwords. */
  draft?: string;
  initial: V;
  /** Version being edited. Until something is typed, the form follows refetches. */
  etag?: string | undefined;
  /**
   * True if the form stays open with the saved values. Text typed while they are sent stays, unsaved.
   * By default, forms with an `etag`.
   */
  isEditing?: boolean;
  /** Client-side validation by the contract. */
  check: (values: V) => readonly ErrorDetail[];
  /**
   * `key` is constant while the form is open, so that a double submit has one effect. `ifMatch` is
   * the `etag` read when typing started.
   */
  send: (values: V, key: string, ifMatch: string | undefined) => Promise<R>;
  /** `isUnsaved` is true if something was typed while the values were sent. */
  done: (result: R, values: V, isUnsaved: boolean) => void;
  /** Maps error paths to differently named fields. */
  fieldOf?: Readonly<Record<string, keyof V & string>>;
  fieldOfCode?: Readonly<Partial<Record<ErrorCode, keyof V & string>>>;
};

/**
 * Props of a text field for an email address. Browsers refuse addresses in other scripts in fields of
 * the type `email`.
 */
export const emailField = {
  type: 'text',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

export type ApiForm<V extends FormValues> = ReturnType<typeof useApiForm<V, unknown>>;
/** The part of a form that groups of fields need. */
export type FieldGroupForm<V extends FormValues> = Pick<
  ApiForm<V>,
  'values' | 'errors' | 'setFieldValue' | 'getInputProps'
>;

/** Errors of lists and objects have paths such as `evidence.0.id`. */
const getField = (path: string): string => path.split('.')[0] ?? '';

/** True if an error belongs to one of the fields, or to a part of one. */
export function hasErrorsIn(errors: object, fields: object): boolean {
  return Object.keys(errors).some((path) => getField(path) in fields);
}

/** Mantine's form with a draft, `If-Match` and an idempotency key. */
export function useApiForm<V extends FormValues, R>(options: ApiFormOptions<V, R>) {
  const { draft, initial: current, etag, check, send, done } = options;
  const { isEditing = etag !== undefined } = options;
  const { fieldOf = {}, fieldOfCode = {} } = options;
  const [restored] = useState(() => readDraft(draft, current));
  const initial = restored?.from?.initial ?? current;
  const version = useRef({
    key: '',
    etag: restored ? restored.from?.etag : etag,
    /** True until the version is read that this form saved. */
    isOutdated: restored?.isOutdated === true,
  });
  version.current.key ||= restored?.key ?? randomId();

  const form = useForm<V>({
    initialValues: restored?.values ?? current,
    initialDirty: restored ? findChanges(initial, restored.values) : {},
    initialErrors: Object.fromEntries(
      (restored?.lost ?? []).map((field) => [field, t('form.lost')]),
    ),
    validate: (values) => describeFieldErrors(check(values), fieldOf),
    enhanceGetInputProps: ({ field }) => ({ name: field }),
    onValuesChange: (values, before) => {
      store(values);
      const changes = findChanges(before, values);
      form.setErrors((errors) =>
        Object.fromEntries(Object.entries(errors).filter(([path]) => !changes[getField(path)])),
      );
    },
  });
  // A restored draft is compared with what it was typed over.
  useState(() => form.setInitialValues(initial));
  const errors = form.errors as Readonly<Record<string, string>>;

  const store = (values: V) => {
    const base = version.current.etag;
    const { key, isOutdated } = version.current;
    const from =
      base === undefined
        ? {}
        : { from: { initial: form.getInitialValues(), etag: base }, isOutdated };
    saveDraft(draft, { values, key, ...from } satisfies FormDraft<V>);
  };

  // Counts attempts, so that focus moves to the first error once per attempt.
  const [rejections, setRejections] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (rejections > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejections]);

  /** Shows an API error at its fields. False if it has none in this form. */
  const showAtFields = (error: InsigniaError): boolean => {
    const field = fieldOfCode[error.code as ErrorCode];
    const found = field
      ? { [field]: describeErrorCode(error.code) }
      : describeFieldErrors(translateDetails(error.details), fieldOf);
    form.setErrors(found);
    setRejections((before) => before + 1);
    return hasErrorsIn(found, form.getValues());
  };

  /** Makes the sent values the saved ones. True if something was typed since. */
  const markSaved = (sent: V): boolean => {
    deleteDraft(draft);
    version.current.isOutdated = true;
    const typed = isEditing ? findChanges(sent, form.getValues()) : {};
    const isUnsaved = Object.values(typed).includes(true);
    // Synchronously, so that the unsaved-changes guard sees it even if rendering is late.
    flushSync(() => {
      form.resetDirty(isEditing ? sent : undefined);
      form.setDirty(typed);
    });
    if (isUnsaved) {
      version.current.key = randomId();
      store(form.getValues());
    }
    return isUnsaved;
  };

  const sending = useAction(async () => {
    const values = form.getValues();
    try {
      const result = await send(values, version.current.key, version.current.etag);
      done(result, values, markSaved(values));
    } catch (error) {
      if (!(error instanceof InsigniaError)) throw error;
      // The key was used for other values, so the next submit gets a new one.
      if (error.code === 'idempotency_key_reused') version.current.key = randomId();
      if (!showAtFields(error)) throw error;
    }
  });
  const submit = form.onSubmit(sending.act, () => {
    sending.clear();
    setRejections((before) => before + 1);
  });

  /** Resets the form, for another entry or a newer version. */
  const restart = (values: V) => {
    version.current = { key: randomId(), etag, isOutdated: false };
    form.setInitialValues(values);
    form.reset();
    sending.clear();
    deleteDraft(draft);
  };
  /** Puts what was typed during and after a save over the version that it made. */
  const rebase = () => {
    version.current.isOutdated = false;
    const values = rebaseChanges(form.getInitialValues(), form.getValues(), current);
    if (!values) return;
    version.current = { key: randomId(), etag, isOutdated: false };
    form.setInitialValues(current);
    form.setValues(values);
  };
  const isDirty = form.isDirty();
  useEffect(() => {
    const isNewer = etag !== undefined && etag !== version.current.etag;
    if (!isNewer || sending.isBusy) return;
    if (!isDirty) restart(current);
    else if (version.current.isOutdated) rebase();
  });

  return {
    values: form.values,
    errors,
    problem: sending.problem,
    isBusy: sending.isBusy,
    isDirty,
    setFieldValue: form.setFieldValue as <F extends keyof V & string>(
      field: F,
      value: V[F],
    ) => void,
    getInputProps: form.getInputProps as (
      field: keyof V & string,
      options?: { type: 'checkbox' },
    ) => Required<GetInputPropsReturnType>,
    formProps: { ref: element, onSubmit: submit, noValidate: true },
    /** Values read when typing started. */
    getInitialValues: form.getInitialValues,
    /** Sends `values` in place of someone else's changes. */
    overwrite: (base: DraftBase<V>, values: V) => {
      version.current = { key: randomId(), etag: base.etag, isOutdated: false };
      form.setInitialValues(base.initial);
      form.setValues(values);
      submit();
    },
    dismissProblem: sending.clear,
    /** Forgets the input before the form closes. */
    discard: () => {
      deleteDraft(draft);
      form.resetDirty();
    },
    restart,
  };
}
