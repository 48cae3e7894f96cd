import { limits } from '@insignia/design';
import { Notice } from '../../../shared/notice.tsx';
import { useDesign } from './context.ts';
import { t } from './t.ts';

/** Tells that what is added now is left out. */
export function FullDesign() {
  if (useDesign().layers.length < limits.layers) return null;
  return (
    <Notice tone="warn" comesUp>
      {t('design.full', { most: limits.layers })}
    </Notice>
  );
}
