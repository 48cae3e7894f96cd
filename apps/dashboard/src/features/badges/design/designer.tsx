import {
  type Design,
  designLimits,
  fonts,
  type Layer,
  readDesign,
  writeDesign,
} from '@insignia/design';
import { createFillStyle } from '@insignia/design/canvas';
import { createEmptyDesign, listColors } from '@insignia/design/edit';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../messages/en/design.ts';
import { Canvas, type CanvasColors } from '../../../shared/designer/canvas.tsx';
import {
  DesignerProvider,
  type DesignerSettings,
  useDesign,
} from '../../../shared/designer/context.ts';
import { createDesignStore } from '../../../shared/designer/design-state.ts';
import { DesignerFrame } from '../../../shared/designer/frame.tsx';
import { Layers } from '../../../shared/designer/layers.tsx';
import { listPictures, usePictures } from '../../../shared/designer/pictures.ts';
import { startDesignRenderer, useDrawing } from '../../../shared/designer/renderer.ts';
import type { DesignSave } from '../../../shared/designer/use-design-save.ts';
import { isTransient } from '../../../shared/problem.ts';
import { AddLayer } from './add-layer.tsx';
import { type BadgeContent, BadgeToolsContext, useBadgeDesigner } from './context.ts';
import { drawFinalDesign, type FinishedBadge } from './draw-design.ts';
import { LazyPreviews, preloadParts } from './lazy-parts.ts';
import { Properties } from './properties.tsx';
import 'konva/lib/shapes/Rect.js';
import { Rect, Shape } from 'react-konva/lib/ReactKonvaCore.js';
import { useNoAnswer } from '../../../shared/connection.ts';
import type { SaveState } from '../../../shared/designer/save-state.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';

type Props = {
  initial: Design;
  words: BadgeContent;
  /** Breadcrumb and heading. */
  head: ReactNode;
  /** Notice shown at the start. */
  notice?: ReactNode;
  saving: DesignSave<FinishedBadge>;
};

const settings: Omit<DesignerSettings<Design>, 'color'> = {
  listColors,
  nameLayer: (layer) => layer.name || t(`design.type.${layer.type}`),
  clipboard: {
    key: 'insignia.layers',
    write: (layers) => writeDesign(createEmptyDesign(layers as Layer[])),
    read: (text) => {
      const read = readDesign(text);
      return 'design' in read ? read.design.layers : [];
    },
  },
  unit: {
    ...{ pixels: 1, aside: 24, smallest: 4, minSide: 1, maxStroke: 500 },
    fontSize: { min: 4, max: 1_000 },
  },
};

/** The layer editor. The document is the source of truth; the canvas shows it. */
export function Designer({ initial, words, ...frame }: Props) {
  const [store] = useState(() => createDesignStore(initial));
  const [drawer, setDrawer] = useState<ReturnType<typeof startDesignRenderer>>();
  useEffect(() => {
    const started = startDesignRenderer();
    setDrawer(started);
    return () => started.end();
  }, []);
  const textField = useRef<HTMLTextAreaElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const designer = useMemo(
    () => ({ ...store, ...settings, color: words.color, textField, stage }),
    [store, words.color],
  );
  const tools = useMemo(() => drawer && { drawer, words }, [drawer, words]);
  if (!tools) return null;
  return (
    <DesignerProvider value={designer}>
      <BadgeToolsContext value={tools}>
        <Frame {...frame} />
      </BadgeToolsContext>
    </DesignerProvider>
  );
}

function Frame({ head, notice, saving }: Omit<Props, 'initial' | 'words'>) {
  const { store, drawer } = useBadgeDesigner();
  const design = useDesign<Design>();
  const { drawing, failed, isSlow } = useDrawing(drawer, design);
  const { pictures, lostPictures } = usePictures(listPictures(design));
  const [isPreviewing, setPreviewing] = useState(false);
  const { state, change } = saving;

  useEffect(
    () => store.subscribe((now, before) => now.design !== before.design && change(now.design)),
    [store, change],
  );

  const isDrawn = drawing !== undefined;
  useEffect(() => {
    if (isDrawn) preloadParts();
  }, [isDrawn]);

  return (
    <DesignerFrame
      head={head}
      notices={
        <>
          {notice}
          <DesignNotices
            failed={failed}
            missing={drawing?.missing ?? []}
            lostPictures={lostPictures}
            phase={state.phase}
          />
        </>
      }
      start={
        <>
          <AddLayer />
          <Layers />
        </>
      }
      canvas={
        <Canvas
          label={t('design.canvas')}
          hint={t('design.canvas.hint')}
          drawn={drawing?.layers ?? []}
          pictures={pictures}
          isSlow={isSlow}
          renderBackground={(colors) => <Backdrop design={design} colors={colors} />}
          renderMargins={(colors, line) => (
            <SafeMargin design={design} colors={colors} line={line} />
          )}
        />
      }
      properties={<Properties />}
      saving={saving}
      save={() => void saving.save(() => drawFinalDesign({ store, drawer }))}
      preview={() => setPreviewing(true)}
      isAway={isTransient(failed)}
    >
      {isPreviewing && drawing && (
        <LazyPreviews drawing={drawing} pictures={pictures} close={() => setPreviewing(false)} />
      )}
    </DesignerFrame>
  );
}

/** Share of the side outside the safe area for circular display. */
const safe = 0.06;

type BackdropProps = { design: Design; colors: CanvasColors };

/** The picture's background, with a checkerboard where it is transparent. */
function Backdrop({ design: { width, height, background }, colors }: BackdropProps) {
  return (
    <>
      <Rect
        width={width}
        height={height}
        fill={colors.paper}
        shadowColor="#000000"
        shadowOpacity={0.16}
        shadowBlur={24}
        listening={false}
      />
      <Checks width={width} height={height} color={colors.check} />
      {background && (
        <Shape
          listening={false}
          sceneFunc={({ _context }) => {
            const context = _context as CanvasRenderingContext2D;
            context.fillStyle = createFillStyle(context, background, {
              width,
              height,
            }) as CanvasGradient;
            context.fillRect(0, 0, width, height);
          }}
        />
      )}
    </>
  );
}

function SafeMargin({ design: { width, height }, colors, line }: BackdropProps & { line: number }) {
  return (
    <Rect
      x={width * safe}
      y={height * safe}
      width={width * (1 - 2 * safe)}
      height={height * (1 - 2 * safe)}
      cornerRadius={8}
      stroke={colors.guide}
      strokeWidth={line}
      dash={[6 * line, 4 * line]}
      listening={false}
    />
  );
}

/** Checkerboard behind transparent areas. */
function Checks({ width, height, color }: { width: number; height: number; color: string }) {
  const side = 32;
  return (
    <Shape
      listening={false}
      sceneFunc={({ _context: context }) => {
        context.fillStyle = color;
        for (let row = 0; row * side < height; row++)
          for (let column = row % 2; column * side < width; column += 2)
            context.fillRect(
              column * side,
              row * side,
              Math.min(side, width - column * side),
              Math.min(side, height - row * side),
            );
      }}
    />
  );
}

/** Maximum number of missing glyphs to list. */
const MAX_GLYPHS = 20;
const MAX_FONTS = 10;

type NoticesProps = {
  /** Why drawing failed. */
  failed: unknown;
  /** Characters that no font has. */
  missing: readonly string[];
  /** Addresses of missing pictures. */
  lostPictures: readonly string[];
  phase: SaveState['phase'];
};

/** Problems of drawing or saving the design. */
function DesignNotices({ failed, missing, lostPictures, phase }: NoticesProps) {
  const isOffline = useNoAnswer();
  const design = useDesign<Design>();
  const isAway = isTransient(failed) || (isOffline && lostPictures.length > 0);
  const unknownFonts = listUnknownFonts(design).slice(0, MAX_FONTS);
  return (
    <>
      {isAway && <Warning>{t('design.away')}</Warning>}
      {failed !== undefined && !isTransient(failed) && (
        <Notice tone="bad">{t('design.failed')}</Notice>
      )}
      {missing.length > 0 && (
        <Warning>{t('design.missing', { names: missing.slice(0, MAX_GLYPHS).join(' ') })}</Warning>
      )}
      {unknownFonts.length > 0 && (
        <Warning>{t('design.unknownFonts', { names: unknownFonts.join(', ') })}</Warning>
      )}
      {design.layers.length >= designLimits.layers && (
        <Warning>{t('design.full', { max: designLimits.layers })}</Warning>
      )}
      {lostPictures.length > 0 && !isOffline && <Warning>{t('design.gone')}</Warning>}
      <SaveProblem phase={phase} />
    </>
  );
}

function SaveProblem({ phase }: { phase: SaveState['phase'] }) {
  if (phase.name === 'blank') return <Notice tone="bad">{t('design.blank')}</Notice>;
  if (phase.name !== 'failed' && phase.name !== 'unanswered') return null;
  return <ProblemNotice problem={phase.problem} />;
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warn" isAnnounced>
      {children}
    </Notice>
  );
}

/** The service refuses to render a design with these fonts. */
function listUnknownFonts({ layers }: Design): string[] {
  const named = layers.flatMap((layer) => ('font' in layer && !layer.hidden ? [layer.font] : []));
  return [...new Set(named)].filter((name) => !fonts.some(({ font }) => font === name));
}
