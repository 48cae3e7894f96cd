import css from '@insignia/tokens/tokens.css?raw';
import { readTokenValues } from '@insignia/tokens/values';
import { useComputedColorScheme } from '@mantine/core';
import { IconMaximize, IconMinus, IconPlus, IconSquareDashed } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../messages/en/design.ts';
import classes from './canvas.module.css';
import { ToolButton } from './tool-button.tsx';

/** Position of the origin on the stage, and pixels per unit. */
export type CanvasView = { zoom: number; x: number; y: number };
type Size = { width: number; height: number };
type Stage = Size & { isFromRight: boolean };

const [MIN_ZOOM, MAX_ZOOM] = [0.05, 8];
const isCoarse = matchMedia('(pointer: coarse)');
/** Height of the bar with its margins. */
const barRoom = () => (isCoarse.matches ? 50 : 38) + 20;

/**
 * Fits the picture next to the overlays. The bar is at the bottom or the side, whichever leaves
 * more space.
 */
function fitView(
  stage: Stage,
  design: Size,
  minZoom: number,
): { view: CanvasView; isBarBeside: boolean } {
  const room = Math.min(stage.width, stage.height, 768) / 24;
  const bar = barRoom();
  const zoomIn = (width: number, height: number) =>
    Math.max(Math.min(width / design.width, height / design.height), minZoom);
  const [wide, high] = [stage.width - room, stage.height - room];
  const above = zoomIn(wide - room, high - bar);
  const beside = zoomIn(wide - bar, high - room);
  const isBarBeside = beside > above;
  const zoom = isBarBeside ? beside : above;
  const middle = (length: number, side: number, reserved: number) =>
    room + (length - room - reserved - side * zoom) / 2;
  const x = middle(stage.width, design.width, isBarBeside ? bar : room);
  return {
    isBarBeside,
    view: {
      zoom,
      x: stage.isFromRight ? stage.width - x - design.width * zoom : x,
      y: middle(stage.height, design.height, isBarBeside ? room : bar),
    },
  };
}

/** The visible part of the design: everything until the user zooms. `pixels` per unit at 100 %. */
export function useView(stage: Stage, { width, height }: Size, pixels: number) {
  const [view, setView] = useState<CanvasView>({ zoom: 0.5, x: 0, y: 0 });
  const isFitted = useRef(true);
  const minZoom = MIN_ZOOM * pixels;
  const place = useMemo(
    () => fitView(stage, { width, height }, minZoom),
    [stage, width, height, minZoom],
  );
  const fit = useCallback(() => {
    isFitted.current = true;
    if (stage.width > 0) setView(place.view);
  }, [stage, place]);
  useEffect(() => {
    if (isFitted.current) fit();
  }, [fit]);
  const zoomBy = useCallback(
    (factor: number, at = { x: stage.width / 2, y: stage.height / 2 }) => {
      isFitted.current = false;
      setView((before) => {
        const zoom = Math.min(Math.max(before.zoom * factor, minZoom), MAX_ZOOM * pixels);
        const share = zoom / before.zoom;
        return { zoom, x: at.x - (at.x - before.x) * share, y: at.y - (at.y - before.y) * share };
      });
    },
    [stage, minZoom, pixels],
  );
  const panBy = useCallback((x: number, y: number) => {
    isFitted.current = false;
    setView((before) => ({ ...before, x: before.x + x, y: before.y + y }));
  }, []);
  return { view, fit, zoomBy, panBy, isBarBeside: place.isBarBeside };
}

/** Size of an element and its text direction. */
export function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0, isFromRight: false });
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      setSize({
        width: current.clientWidth,
        height: current.clientHeight,
        isFromRight: getComputedStyle(current).direction === 'rtl',
      }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Device pixel ratio, which changes with screen and zoom. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(devicePixelRatio);
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio}dppx)`);
    const change = () => setRatio(devicePixelRatio);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [ratio]);
  return ratio;
}

const tokens = {
  accent: '--accent',
  paper: '--sheet',
  check: '--well',
  desk: '--desk',
  guide: '--bad',
} as const;

const { accent = '', sheet = '', bad = '' } = readTokenValues(css, 'light');
const paperColors = { accent, paper: sheet, guide: bad };

/**
 * Token values for the canvas, which can't read style sheets. On a white sheet, those of the light
 * scheme, except around the sheet.
 */
export function useColors(isOnPaper: boolean): Record<keyof typeof tokens, string> {
  const scheme = useComputedColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each scheme has its own
  return useMemo(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const read = (token: string) => {
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color;
    };
    const entries = Object.entries(tokens).map(([name, token]) => [name, read(token)]);
    probe.remove();
    return { ...Object.fromEntries(entries), ...(isOnPaper && paperColors) };
  }, [scheme, isOnPaper]);
}

type Props = {
  /** 1 is 100 %. */
  zoom: number;
  /** The bar is beside the stage instead of below. */
  isBeside: boolean;
  fit: () => void;
  zoomBy: (factor: number) => void;
  hasMargin: boolean;
  /** Undefined if the design has no margins. */
  toggleMargin: (() => void) | undefined;
};

export function ZoomBar({ zoom, isBeside, fit, zoomBy, hasMargin, toggleMargin }: Props) {
  return (
    <div
      className={classes.zoom}
      role="toolbar"
      aria-label={t('design.view')}
      aria-orientation={isBeside ? 'vertical' : 'horizontal'}
    >
      <ToolButton label={t('design.zoomOut')} icon={IconMinus} act={() => zoomBy(0.8)} />
      <output className={classes.share} aria-label={t('design.zoom')}>
        {Math.round(zoom * 100)} %
      </output>
      <ToolButton label={t('design.zoomIn')} icon={IconPlus} act={() => zoomBy(1.25)} />
      <ToolButton label={t('design.fit')} icon={IconMaximize} act={fit} />
      {toggleMargin && (
        <ToolButton
          label={t('design.safe')}
          icon={IconSquareDashed}
          isOn={hasMargin}
          act={toggleMargin}
        />
      )}
    </div>
  );
}
