import { InsigniaError } from '@insignia/sdk';
import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { Values } from './form.ts';
import type { Choosing } from './overwrite-dialog.tsx';
import { partOf } from './part.tsx';

const Dialog = partOf(async () => (await import('./overwrite-dialog.tsx')).OverwriteDialog);

type Props<V extends Values, T, K extends QueryKey> = Omit<Choosing<V>, 'read'> & {
  /** The resource being edited, and its fields. */
  query: FetchQueryOptions<T, Error, T, K>;
  fieldsOf: (saved: T) => V;
};

/** Resolves an edit conflict field by field. */
export function Overwrite<V extends Values, T extends { etag?: string }, K extends QueryKey>({
  query,
  fieldsOf,
  ...choosing
}: Props<V, T, K>) {
  const queries = useQueryClient();
  if (!isOverwriting(choosing.form.problem)) return null;
  const read = async () => {
    const now = await queries.fetchQuery({ ...query, staleTime: 0 });
    return { initial: fieldsOf(now), etag: now.etag };
  };
  return <Dialog {...({ ...choosing, read } as unknown as Choosing<Values>)} />;
}

export function isOverwriting(problem: unknown): boolean {
  return problem instanceof InsigniaError && problem.code === 'precondition_failed';
}
