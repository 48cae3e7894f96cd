import { useRef, useState } from 'react';

/** State of an action: running, and its error. */
export function useAction(run: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  // A second click arrives before the first is rendered.
  const busy = useRef(false);
  const clear = () => setProblem(undefined);
  const act = async () => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    clear();
    try {
      await run();
    } catch (error) {
      setProblem(error);
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { act, isBusy, problem, clear };
}
