import { useEffect, useState } from 'react';
import { connection } from '../../../shared/connection.ts';
import { isPassing } from '../../../shared/problem.ts';

/**
 * Save error. A network error disappears once responses arrive again, also in the drawing
 * (`failed`).
 */
export function useFault(failed: unknown) {
  const state = connection.use();
  const [fault, setFault] = useState<unknown>();
  const isBack = state === 'fine' && !isPassing(failed);
  useEffect(() => {
    // The unsaved state is shown beside Save.
    if (isBack) setFault((before: unknown) => (isPassing(before) ? undefined : before));
  }, [isBack]);
  return [fault, setFault] as const;
}
