import type { Design, Drawing } from '@insignia/design';
import { useEffect, useRef, useState } from 'react';
import { isTransient } from '../../../shared/problem.ts';
import { useRetryCount } from '../../../shared/use-retry-count.ts';
import type { DesignRenderer } from './renderer.ts';

/** Delay before announcing that a font is loading. */
const patienceMs = 600;
/** Delay between retries. */
const pauseMs = 5_000;

/** Drawing of the current design. Skips intermediate states. */
export function useDrawing(drawer: DesignRenderer, design: Design) {
  const [drawing, setDrawing] = useState<Drawing>();
  const [failed, setFailed] = useState<unknown>();
  const again = useRetryCount(isTransient(failed), pauseMs);
  const [isSlow, setSlow] = useState(false);
  const newest = useRef(design);
  const isBusy = useRef(false);
  newest.current = design;
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with each change, and again once an answer may come
  useEffect(() => {
    if (isBusy.current) return;
    isBusy.current = true;
    const timer = setTimeout(() => setSlow(true), patienceMs);
    const catchUp = async () => {
      for (let drawn: Design | undefined; drawn !== newest.current; ) {
        drawn = newest.current;
        setDrawing(await drawer.draw(drawn));
        setFailed(undefined);
      }
    };
    void catchUp()
      .catch(setFailed)
      .finally(() => {
        isBusy.current = false;
        clearTimeout(timer);
        setSlow(false);
      });
  }, [drawer, design, again]);
  return { drawing, failed, isSlow };
}
