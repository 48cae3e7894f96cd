import { useEffect, useState } from 'react';
import { connection } from '../../../shared/connection.ts';
import { isPassing } from '../../../shared/problem.ts';

/** Why it was not saved; that no answer came is over once answers come again, to what draws (`failed`) too. */
export function useFault(failed: unknown) {
  const state = connection.use();
  const [fault, setFault] = useState<unknown>();
  const isBack = state === 'fine' && !isPassing(failed);
  useEffect(() => {
    // What is still to be saved is told beside Save.
    if (isBack) setFault((before: unknown) => (isPassing(before) ? undefined : before));
  }, [isBack]);
  return [fault, setFault] as const;
}
