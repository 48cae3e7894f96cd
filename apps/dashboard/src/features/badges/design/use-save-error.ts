import { useEffect, useState } from 'react';
import { connection } from '../../../shared/connection.ts';
import { isTransient } from '../../../shared/problem.ts';

/**
 * Save error. A network error disappears once responses arrive again, also in the drawing
 * (`failed`).
 */
export function useSaveError(failed: unknown) {
  const state = connection.use();
  const [fault, setFault] = useState<unknown>();
  const isBack = state === 'fine' && !isTransient(failed);
  useEffect(() => {
    // The unsaved state is shown beside Save.
    if (isBack) setFault((before: unknown) => (isTransient(before) ? undefined : before));
  }, [isBack]);
  return [fault, setFault] as const;
}
