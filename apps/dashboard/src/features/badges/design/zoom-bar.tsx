import { IconMaximize, IconMinus, IconPlus, IconSquareDashed } from '@tabler/icons-react';
import classes from './canvas.module.css';
import { t } from './t.ts';
import { ToolButton } from './tool-button.tsx';

type Props = {
  zoom: number;
  /** The bar is beside the stage instead of below. */
  isBeside: boolean;
  fit: () => void;
  zoomBy: (factor: number) => void;
  hasMargin: boolean;
  toggleMargin: () => void;
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
      <ToolButton
        label={t('design.safe')}
        icon={IconSquareDashed}
        isOn={hasMargin}
        act={toggleMargin}
      />
    </div>
  );
}
