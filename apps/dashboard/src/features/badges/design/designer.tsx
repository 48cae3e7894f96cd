import type { Design } from '@insignia/design';
import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNoAnswer } from '../../../shared/connection.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import { isTransient } from '../../../shared/problem.ts';
import { AddLayer } from './add-layer.tsx';
import { Canvas } from './canvas.tsx';
import { type BadgeContent, DesignerContext, useDesign, useDesigner } from './context.ts';
import { createDesignStore } from './design-state.ts';
import classes from './designer.module.css';
import { drawFinalDesign } from './draw-final-design.ts';
import { LayerLimitNotice } from './layer-limit-notice.tsx';
import { Layers } from './layers.tsx';
import { LazyPreviews, preloadParts } from './lazy-parts.ts';
import { usePictures } from './pictures.ts';
import { Properties } from './properties.tsx';
import { startDesignRenderer } from './renderer.ts';
import { t } from './t.ts';
import { Toolbar } from './toolbar.tsx';
import { UnknownFontsNotice } from './unknown-fonts.tsx';
import { useDesignerShortcuts } from './use-designer-shortcuts.ts';
import { useDrawing } from './use-drawing.ts';
import { useSaveError } from './use-save-error.ts';

/** The document and its picture (PNG in base64). */
export type FinishedDesign = { design: Design; image: string };
type Props = {
  initial: Design;
  words: BadgeContent;
  /** Breadcrumb and heading. */
  head: ReactNode;
  /** Notice shown at the start. */
  notice?: ReactNode;
  /** Called with each state, to store a draft. */
  changed: (design: Design) => void;
  save: (made: FinishedDesign) => Promise<void>;
  isDirty: boolean;
  /** Reason why saving failed. */
  problem?: unknown;
};

/** Maximum number of missing glyphs to list. */
const MAX_LISTED = 20;

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
    () => drawer && { ...store, drawer, words, textField, stage },
    [store, drawer, words],
  );
  if (!designer) return null;
  return (
    <DesignerContext value={designer}>
      <Frame {...frame} />
    </DesignerContext>
  );
}

function Frame({
  head,
  notice,
  changed,
  save,
  isDirty,
  problem,
}: Omit<Props, 'initial' | 'words'>) {
  const { store, drawer } = useDesigner();
  const design = useDesign();
  const root = useRef<HTMLDivElement>(null);
  const { drawing, failed, isSlow } = useDrawing(drawer, design);
  const missing = drawing?.missing.slice(0, MAX_LISTED) ?? [];
  const { pictures, gone } = usePictures(design);
  const isOffline = useNoAnswer();
  const isAway = isTransient(failed) || (isOffline && gone.length > 0);
  const [isSaving, setSaving] = useState(false);
  const [fault, setFault] = useSaveError(failed);
  const [blank, setBlank] = useState<Design>();
  const [isPreviewing, setPreviewing] = useState(false);
  const busy = useRef(false);

  useEffect(
    () => store.subscribe((now, before) => now.design !== before.design && changed(now.design)),
    [store, changed],
  );

  const isDrawn = drawing !== undefined;
  useEffect(() => {
    if (isDrawn) preloadParts();
  }, [isDrawn]);

  const saveNow = useCallback(async () => {
    // A second click arrives before the first is rendered.
    if (busy.current) return;
    busy.current = true;
    setSaving(true);
    setFault(undefined);
    try {
      const { design: whole, image } = await drawFinalDesign({ store, drawer });
      if (image === undefined) setBlank(whole);
      else await save({ design: whole, image });
    } catch (error) {
      setFault(error);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }, [store, drawer, save, setFault]);
  useDesignerShortcuts(root, () => void saveNow());

  return (
    <div className={classes.designer} ref={root}>
      <header className={classes.head}>
        <div className={classes.where}>{head}</div>
        <Toolbar preview={() => setPreviewing(true)} />
        <div className={classes.end}>
          <span className={`fine ${classes.draft}`} data-dirty={isDirty || undefined}>
            {t('design.draft')}
          </span>
          <Button size="compact-md" loading={isSaving} onClick={() => void saveNow()}>
            {t('save')}
          </Button>
        </div>
      </header>
      <div className={classes.told}>
        {notice}
        {isAway && (
          <Notice tone="warn" comesUp>
            {t('design.away')}
          </Notice>
        )}
        {failed !== undefined && !isTransient(failed) && (
          <Notice tone="bad">{t('design.failed')}</Notice>
        )}
        {missing.length > 0 && (
          <Notice tone="warn" comesUp>
            {t('design.missing', { names: missing.join(' ') })}
          </Notice>
        )}
        <UnknownFontsNotice />
        <LayerLimitNotice />
        {blank === design && <Notice tone="bad">{t('design.blank')}</Notice>}
        {gone.length > 0 && !isOffline && (
          <Notice tone="warn" comesUp>
            {t('design.gone')}
          </Notice>
        )}
        <ProblemNotice problem={fault ?? problem} />
      </div>
      <div className={classes.start}>
        <AddLayer />
        <Layers />
      </div>
      <Canvas drawn={drawing?.layers ?? []} pictures={pictures} isSlow={isSlow} />
      <Properties />
      {isPreviewing && drawing && (
        <LazyPreviews drawing={drawing} pictures={pictures} close={() => setPreviewing(false)} />
      )}
    </div>
  );
}
