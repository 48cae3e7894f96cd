import { designLimits } from '@insignia/design';
import { Notice } from '../../../shared/notice.tsx';
import { useDesign } from './context.ts';
import { t } from './t.ts';

/** Warns that the design is full. */
export function LayerLimitNotice() {
  if (useDesign().layers.length < designLimits.layers) return null;
  return (
    <Notice tone="warn" comesUp>
      {t('design.full', { most: designLimits.layers })}
    </Notice>
  );
}
