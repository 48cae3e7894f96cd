import type { Design, Drawing } from '@insignia/design';
import { useEffect, useRef, useState } from 'react';
import type { Drawer } from './drawer.ts';

/** The drawing of a design as it changes: always of the newest one, however fast they come. */
export function useDrawing(drawer: Drawer, design: Design) {
  const [drawing, setDrawing] = useState<Drawing>();
  const [failed, setFailed] = useState<unknown>();
  const newest = useRef(design);
  const isBusy = useRef(false);
  newest.current = design;
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with each change
  useEffect(() => {
    if (isBusy.current) return;
    isBusy.current = true;
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
      });
  }, [drawer, design]);
  return { drawing, failed };
}
