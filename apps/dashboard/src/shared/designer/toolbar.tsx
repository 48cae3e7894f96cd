import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconEye,
  IconTrash,
} from '@tabler/icons-react';
import { useStore } from 'zustand';
import { t } from '../../messages/en/design.ts';
import { useDesigner, useSelectedIds } from './context.ts';
import classes from './designer.module.css';
import { ToolButton } from './tool-button.tsx';
import { useLayerActions } from './use-layer-actions.ts';

export function Toolbar({ preview }: { preview: () => void }) {
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
