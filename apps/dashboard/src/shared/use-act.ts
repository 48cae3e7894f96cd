import { useState } from 'react';

/** What one press does: whether it is under way, and what came in between. */
export function useAct(run: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const act = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await run();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { act, isBusy, problem };
}
