import type { Design } from '@insignia/design';
import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNoAnswer } from '../../../shared/connection.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import { isPassing } from '../../../shared/problem.ts';
import { Add } from './add.tsx';
import { Bar } from './bar.tsx';
import { Canvas } from './canvas.tsx';
import { DesignerContext, useDesign, useDesigner, type Words } from './context.ts';
import classes from './designer.module.css';
import { drawWhole } from './draw-whole.ts';
import { startDrawer } from './drawer.ts';
import { createDesignStore } from './editing.ts';
import { FullDesign } from './full-design.tsx';
import { Layers } from './layers.tsx';
import { loadParts, Previews } from './parts.ts';
import { usePictures } from './pictures.ts';
import { Properties } from './properties.tsx';
import { t } from './t.ts';
import { UnknownFonts } from './unknown-fonts.tsx';
import { useDrawing } from './use-drawing.ts';
import { useFault } from './use-fault.ts';
import { useKeys } from './use-keys.ts';

/** The document and its picture (PNG in base64). */
export type Made = { design: Design; image: string };
type Props = {
  initial: Design;
  words: Words;
  /** Breadcrumb and heading. */
  head: ReactNode;
  /** Notice shown at the start. */
  notice?: ReactNode;
  /** Called with each state, to store a draft. */
  changed: (design: Design) => void;
  save: (made: Made) => Promise<void>;
  isDirty: boolean;
  /** Reason why saving failed. */
  problem?: unknown;
};

/** Maximum number of missing glyphs to list. */
const mostTold = 20;

/** The layer editor. The document is the source of truth; the canvas shows it. */
export function Designer({ initial, words, ...frame }: Props) {
  const [store] = useState(() => createDesignStore(initial));
  const [drawer, setDrawer] = useState<ReturnType<typeof startDrawer>>();
  useEffect(() => {
    const started = startDrawer();
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
  const missing = drawing?.missing.slice(0, mostTold) ?? [];
  const { pictures, gone } = usePictures(design);
  const isOffline = useNoAnswer();
  const isAway = isPassing(failed) || (isOffline && gone.length > 0);
  const [isSaving, setSaving] = useState(false);
  const [fault, setFault] = useFault(failed);
  const [blank, setBlank] = useState<Design>();
  const [isPreviewing, setPreviewing] = useState(false);
  const busy = useRef(false);

  useEffect(
    () => store.subscribe((now, before) => now.design !== before.design && changed(now.design)),
    [store, changed],
  );

  const isDrawn = drawing !== undefined;
  useEffect(() => {
    if (isDrawn) loadParts();
  }, [isDrawn]);

  const saveNow = useCallback(async () => {
    // A second click arrives before the first is rendered.
    if (busy.current) return;
    busy.current = true;
    setSaving(true);
    setFault(undefined);
    try {
      const { design: whole, image } = await drawWhole({ store, drawer });
      if (image === undefined) setBlank(whole);
      else await save({ design: whole, image });
    } catch (error) {
      setFault(error);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }, [store, drawer, save, setFault]);
  useKeys(root, () => void saveNow());

  return (
    <div className={classes.designer} ref={root}>
      <header className={classes.head}>
        <div className={classes.where}>{head}</div>
        <Bar preview={() => setPreviewing(true)} />
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
        {failed !== undefined && !isPassing(failed) && (
          <Notice tone="bad">{t('design.failed', { reason: String(failed) })}</Notice>
        )}
        {missing.length > 0 && (
          <Notice tone="warn" comesUp>
            {t('design.missing', { names: missing.join(' ') })}
          </Notice>
        )}
        <UnknownFonts />
        <FullDesign />
        {blank === design && <Notice tone="bad">{t('design.blank')}</Notice>}
        {gone.length > 0 && !isOffline && (
          <Notice tone="warn" comesUp>
            {t('design.gone')}
          </Notice>
        )}
        <ProblemNotice problem={fault ?? problem} />
      </div>
      <div className={classes.start}>
        <Add />
        <Layers />
      </div>
      <Canvas drawn={drawing?.layers ?? []} pictures={pictures} isSlow={isSlow} />
      <Properties />
      {isPreviewing && drawing && (
        <Previews drawing={drawing} pictures={pictures} close={() => setPreviewing(false)} />
      )}
    </div>
  );
}
