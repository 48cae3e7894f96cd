import { InsigniaError } from '@insignia/sdk';
import { lazy, Suspense } from 'react';
import type { Values } from './form.ts';
import type { Choosing } from './overwrite-dialog.tsx';

const Dialog = lazy(async () => ({
  default: (await import('./overwrite-dialog.tsx')).OverwriteDialog,
}));

/** Asks what is to stay when somebody else has saved what is being edited. */
export function Overwrite<V extends Values>(choosing: Choosing<V>) {
  if (!isOverwriting(choosing.form.problem)) return null;
  return (
    <Suspense fallback={null}>
      <Dialog {...(choosing as unknown as Choosing<Values>)} />
    </Suspense>
  );
}

export function isOverwriting(problem: unknown): boolean {
  return problem instanceof InsigniaError && problem.code === 'precondition_failed';
}
