import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiForm, FormValues } from './form.ts';
import { FormFooter } from './form-footer.tsx';
import { createLazyPart } from './lazy-part.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { OverwriteProps } from './overwrite-dialog.tsx';
import { isConflict } from './problem.ts';
import { t } from './t.ts';

const Overwrite = createLazyPart(
  async () => (await import('./overwrite-dialog.tsx')).OverwriteDialog,
);

type Props<V extends FormValues, T, K extends QueryKey> = Omit<
  OverwriteProps<V>,
  'read' | 'form'
> & {
  form: ApiForm<V>;
  /** The resource being edited, and its fields. */
  query: FetchQueryOptions<T, Error, T, K>;
  toFields: (saved: T) => V;
  isAllowed: boolean;
  /** Label of the submit button. */
  action?: string;
  /** Keeps the buttons visible, for long forms. */
  staysInSight?: boolean;
  besideButtons?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** Edits a resource. Conflicting changes are resolved field by field. */
export function EditForm<V extends FormValues, T extends { etag?: string }, K extends QueryKey>({
  query,
  toFields,
  isAllowed,
  action = t('save'),
  staysInSight = false,
  besideButtons,
  children,
  ...props
}: Props<V, T, K>) {
  const { form } = props;
  const queries = useQueryClient();
  const read = async () => {
    const saved = await queries.fetchQuery({ ...query, staleTime: 0 });
    return { initial: toFields(saved), etag: saved.etag };
  };
  return (
    <>
      <form {...form.formProps} className="sheet stack">
        {children}
        <FormFooter
          form={form}
          action={isAllowed && action}
          isSame={!form.isDirty}
          staysInSight={staysInSight}
        >
          {besideButtons}
        </FormFooter>
      </form>
      {isConflict(form.problem) && (
        <Overwrite {...({ ...props, read } as unknown as OverwriteProps<FormValues>)} />
      )}
      <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
    </>
  );
}
