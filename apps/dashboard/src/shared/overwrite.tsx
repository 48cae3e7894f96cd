import { InsigniaError } from '@insignia/sdk';
import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { FormValues } from './form.ts';
import { createLazyPart } from './lazy-part.tsx';
import type { OverwriteProps } from './overwrite-dialog.tsx';

const Dialog = createLazyPart(async () => (await import('./overwrite-dialog.tsx')).OverwriteDialog);

type Props<V extends FormValues, T, K extends QueryKey> = Omit<OverwriteProps<V>, 'read'> & {
  /** The resource being edited, and its fields. */
  query: FetchQueryOptions<T, Error, T, K>;
  fieldsOf: (saved: T) => V;
};

/** Resolves an edit conflict field by field. */
export function OverwriteNotice<
  V extends FormValues,
  T extends { etag?: string },
  K extends QueryKey,
>({ query, fieldsOf, ...choosing }: Props<V, T, K>) {
  const queries = useQueryClient();
  if (!isConflict(choosing.form.problem)) return null;
  const read = async () => {
    const now = await queries.fetchQuery({ ...query, staleTime: 0 });
    return { initial: fieldsOf(now), etag: now.etag };
  };
  return <Dialog {...({ ...choosing, read } as unknown as OverwriteProps<FormValues>)} />;
}

export function isConflict(problem: unknown): boolean {
  return problem instanceof InsigniaError && problem.code === 'precondition_failed';
}
