import { useEffect, useState } from 'react';

/** Increases while something is missing: when the browser comes online and every `pauseMs`. */
export function useRetryCount(isMissing: boolean, pauseMs?: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isMissing) return;
    const again = () => setCount((before) => before + 1);
    const timer = pauseMs === undefined ? undefined : setInterval(again, pauseMs);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [isMissing, pauseMs]);
  return count;
}
