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
import { useDesigner, useSelected } from './context.ts';
import classes from './designer.module.css';
import { t } from './t.ts';
import { Tool } from './tool.tsx';
import { useActs } from './use-acts.ts';

/** Toolbar. */
export function Bar({ preview }: { preview: () => void }) {
  const { history, undo, redo } = useDesigner();
  const hasPast = useStore(history, ({ pastStates }) => pastStates.length > 0);
  const hasFuture = useStore(history, ({ futureStates }) => futureStates.length > 0);
  const isNone = useSelected().length === 0;
  const acts = useActs();
  return (
    <div role="toolbar" aria-label={t('design.edit')} className={classes.bar}>
      <Tool
        label={t('design.undo')}
        icon={IconArrowBackUp}
        keys="Ctrl+Z"
        disabled={!hasPast}
        act={undo}
      />
      <Tool
        label={t('design.redo')}
        icon={IconArrowForwardUp}
        keys="Ctrl+Shift+Z"
        disabled={!hasFuture}
        act={redo}
      />
      <span className={classes.rule} />
      <Tool
        label={t('design.duplicate')}
        icon={IconCopyPlus}
        keys="Ctrl+D"
        disabled={isNone}
        act={acts.duplicate}
      />
      <Tool
        label={t('design.copy')}
        icon={IconCopy}
        keys="Ctrl+C"
        disabled={isNone}
        act={acts.copy}
      />
      <Tool label={t('design.paste')} icon={IconClipboard} keys="Ctrl+V" act={acts.paste} />
      <Tool
        label={t('design.remove')}
        icon={IconTrash}
        keys="Delete"
        disabled={isNone}
        act={acts.remove}
      />
      <span className={classes.rule} />
      <Tool label={t('design.preview')} icon={IconEye} act={preview} />
    </div>
  );
}
