import { type Design, fonts } from '@insignia/design';
import { Notice } from '../../../shared/notice.tsx';
import { useDesign } from './context.ts';
import { t } from './t.ts';

const MAX_LISTED = 10;

/** Lists fonts that the service doesn't have: it refuses to render such a design. */
export function UnknownFontsNotice() {
  const unknown = unknownIn(useDesign()).slice(0, MAX_LISTED);
  if (unknown.length === 0) return null;
  return (
    <Notice tone="warn" comesUp>
      {t('design.unknownFonts', { names: unknown.join(', ') })}
    </Notice>
  );
}

function unknownIn({ layers }: Design): string[] {
  const named = layers.flatMap((layer) => ('font' in layer && !layer.hidden ? [layer.font] : []));
  return [...new Set(named)].filter((name) => !fonts.some(({ font }) => font === name));
}
