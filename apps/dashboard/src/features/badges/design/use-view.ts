import { useCallback, useEffect, useRef, useState } from 'react';

/** Where the picture's origin is on the stage, and how many pixels a unit has. */
export type View = { zoom: number; x: number; y: number };
type Size = { width: number; height: number };

const [least, most] = [0.05, 8];
const margin = 32;
/** Of the bar below. */
const barHeight = 36;

function fitted(stage: Size, design: Size): View {
  const room = Math.min(margin, stage.width / 12);
  const zoom = Math.max(
    Math.min(
      (stage.width - 2 * room) / design.width,
      (stage.height - 2 * room - barHeight) / design.height,
    ),
    least,
  );
  return {
    zoom,
    x: (stage.width - design.width * zoom) / 2,
    y: (stage.height - barHeight - design.height * zoom) / 2,
  };
}

/** What is seen of the picture: the whole until somebody looks closer. */
export function useView(stage: Size, { width, height }: Size) {
  const [view, setView] = useState<View>({ zoom: 0.5, x: 0, y: 0 });
  const isFitted = useRef(true);
  const fit = useCallback(() => {
    isFitted.current = true;
    if (stage.width > 0) setView(fitted(stage, { width, height }));
  }, [stage, width, height]);
  useEffect(() => {
    if (isFitted.current) fit();
  }, [fit]);
  const zoomBy = useCallback(
    (factor: number, at = { x: stage.width / 2, y: stage.height / 2 }) => {
      isFitted.current = false;
      setView((before) => {
        const zoom = Math.min(Math.max(before.zoom * factor, least), most);
        const share = zoom / before.zoom;
        return { zoom, x: at.x - (at.x - before.x) * share, y: at.y - (at.y - before.y) * share };
      });
    },
    [stage],
  );
  const panBy = useCallback((x: number, y: number) => {
    isFitted.current = false;
    setView((before) => ({ ...before, x: before.x + x, y: before.y + y }));
  }, []);
  return { view, fit, zoomBy, panBy };
}
