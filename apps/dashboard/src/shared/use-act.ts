import { useRef, useState } from 'react';

/** What one press does: whether it is under way, and what came in between. */
export function useAct(run: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  // Two presses come before the first one has been drawn.
  const busy = useRef(false);
  const act = async () => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await run();
    } catch (error) {
      setProblem(error);
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { act, isBusy, problem };
}
