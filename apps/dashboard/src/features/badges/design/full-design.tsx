import { limits } from '@insignia/design';
import { Notice } from '../../../shared/notice.tsx';
import { useDesign } from './context.ts';
import { t } from './t.ts';

/** Warns that the design is full. */
export function FullDesign() {
  if (useDesign().layers.length < limits.layers) return null;
  return (
    <Notice tone="warn" comesUp>
      {t('design.full', { most: limits.layers })}
    </Notice>
  );
}
