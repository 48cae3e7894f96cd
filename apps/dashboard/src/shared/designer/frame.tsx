import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconEye,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { t } from '../../messages/en/design.ts';
import { connection } from '../connection.ts';
import { useDesigner, useSelectedIds } from './context.ts';
import classes from './designer.module.css';
import { type DesignToSave, isSaving, isUnsaved } from './save-state.ts';
import { ToolButton } from './tool-button.tsx';
import type { DesignSave } from './use-design-save.ts';
import { useDesignerShortcuts, useLayerActions } from './use-layer-actions.ts';

type Props<F extends DesignToSave> = {
  /** Breadcrumb and heading. */
  head: ReactNode;
  notices: ReactNode;
  /** Buttons that add layers, and the list of layers. */
  start: ReactNode;
  canvas: ReactNode;
  properties: ReactNode;
  saving: DesignSave<F>;
  save: () => void;
  preview: () => void;
  /** True if the canvas can't be drawn because nothing responds. */
  isAway: boolean;
  /** Open dialogs. */
  children: ReactNode;
};

/** Toolbar, canvas and panels of a layer editor. */
export function DesignerFrame<F extends DesignToSave>({
  saving,
  save,
  preview,
  ...parts
}: Props<F>) {
  const { state, dispatch } = saving;
  const root = useRef<HTMLDivElement>(null);
  useDesignerShortcuts(root, save);
  const isBack = connection.use() === 'fine' && !parts.isAway;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the connection comes back
  useEffect(() => {
    if (isBack) dispatch({ type: 'connection back' });
  }, [isBack]);
  return (
    <div className={classes.designer} ref={root}>
      <header className={classes.head}>
        <div className={classes.where}>{parts.head}</div>
        <Toolbar preview={preview} />
        <div className={classes.end}>
          <span className={`fine ${classes.draft}`} data-dirty={isUnsaved(state) || undefined}>
            {t('design.draft')}
          </span>
          <Button size="compact-md" loading={isSaving(state)} onClick={save}>
            {t('save')}
          </Button>
        </div>
      </header>
      <div className={classes.notices}>{parts.notices}</div>
      <div className={classes.start}>{parts.start}</div>
      {parts.canvas}
      {parts.properties}
      {parts.children}
    </div>
  );
}

function Toolbar({ preview }: { preview: () => void }) {
  const { history, undo, redo } = useDesigner();
  const hasPast = useStore(history, ({ pastStates }) => pastStates.length > 0);
  const hasFuture = useStore(history, ({ futureStates }) => futureStates.length > 0);
  const isNone = useSelectedIds().length === 0;
  const acts = useLayerActions();
  return (
    <div role="toolbar" aria-label={t('design.edit')} className={classes.bar}>
      <ToolButton
        label={t('design.undo')}
        icon={IconArrowBackUp}
        keys="Ctrl+Z"
        disabled={!hasPast}
        act={undo}
      />
      <ToolButton
        label={t('design.redo')}
        icon={IconArrowForwardUp}
        keys="Ctrl+Shift+Z"
        disabled={!hasFuture}
        act={redo}
      />
      <span className={classes.rule} />
      <ToolButton
        label={t('design.duplicate')}
        icon={IconCopyPlus}
        keys="Ctrl+D"
        disabled={isNone}
        act={acts.duplicate}
      />
      <ToolButton
        label={t('design.copy')}
        icon={IconCopy}
        keys="Ctrl+C"
        disabled={isNone}
        act={acts.copy}
      />
      <ToolButton label={t('design.paste')} icon={IconClipboard} keys="Ctrl+V" act={acts.paste} />
      <ToolButton
        label={t('design.remove')}
        icon={IconTrash}
        keys="Delete"
        disabled={isNone}
        act={acts.remove}
      />
      <span className={classes.rule} />
      <ToolButton label={t('design.preview')} icon={IconEye} act={preview} />
    </div>
  );
}
