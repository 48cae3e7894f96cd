import type { Design } from '@insignia/design';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../messages/en/design.ts';
import { connection } from '../../../shared/connection.ts';
import { isTransient } from '../../../shared/problem.ts';
import { AddLayer } from './add-layer.tsx';
import { Canvas } from './canvas.tsx';
import { type BadgeContent, DesignerContext, useDesign, useDesigner } from './context.ts';
import { DesignNotices } from './design-notices.tsx';
import { createDesignStore } from './design-state.ts';
import classes from './designer.module.css';
import { drawFinalDesign } from './draw-design.ts';
import { Layers } from './layers.tsx';
import { LazyPreviews, preloadParts } from './lazy-parts.ts';
import { usePictures } from './pictures.ts';
import { Properties } from './properties.tsx';
import { startDesignRenderer, useDrawing } from './renderer.ts';
import { isSaving, isUnsaved } from './save-state.ts';
import { Toolbar } from './toolbar.tsx';
import type { DesignSave } from './use-design-save.ts';
import { useDesignerShortcuts } from './use-designer-shortcuts.ts';

type Props = {
  initial: Design;
  words: BadgeContent;
  /** Breadcrumb and heading. */
  head: ReactNode;
  /** Notice shown at the start. */
  notice?: ReactNode;
  saving: DesignSave;
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

function Frame({ head, notice, saving }: Omit<Props, 'initial' | 'words'>) {
  const { store, drawer } = useDesigner();
  const design = useDesign();
  const root = useRef<HTMLDivElement>(null);
  const { drawing, failed, isSlow } = useDrawing(drawer, design);
  const { pictures, lostPictures } = usePictures(design);
  const [isPreviewing, setPreviewing] = useState(false);
  const { state, change, dispatch } = saving;

  useEffect(
    () => store.subscribe((now, before) => now.design !== before.design && change(now.design)),
    [store, change],
  );

  const isDrawn = drawing !== undefined;
  useEffect(() => {
    if (isDrawn) preloadParts();
  }, [isDrawn]);

  const isBack = connection.use() === 'fine' && !isTransient(failed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the connection comes back
  useEffect(() => {
    if (isBack) dispatch({ type: 'connection back' });
  }, [isBack]);

  const save = () => void saving.save(() => drawFinalDesign({ store, drawer }));
  useDesignerShortcuts(root, save);

  return (
    <div className={classes.designer} ref={root}>
      <header className={classes.head}>
        <div className={classes.where}>{head}</div>
        <Toolbar preview={() => setPreviewing(true)} />
        <div className={classes.end}>
          <span className={`fine ${classes.draft}`} data-dirty={isUnsaved(state) || undefined}>
            {t('design.draft')}
          </span>
          <Button size="compact-md" loading={isSaving(state)} onClick={save}>
            {t('save')}
          </Button>
        </div>
      </header>
      <div className={classes.notices}>
        {notice}
        <DesignNotices
          failed={failed}
          missing={drawing?.missing ?? []}
          lostPictures={lostPictures}
          phase={state.phase}
        />
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
