import { type Design, designLimits, fonts } from '@insignia/design';
import type { ReactNode } from 'react';
import { t } from '../../../messages/en/design.ts';
import { useNoAnswer } from '../../../shared/connection.ts';
import { useDesign } from '../../../shared/designer/context.ts';
import type { SaveState } from '../../../shared/designer/save-state.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import { isTransient } from '../../../shared/problem.ts';

/** Maximum number of missing glyphs to list. */
const MAX_GLYPHS = 20;
const MAX_FONTS = 10;

type Props = {
  /** Why drawing failed. */
  failed: unknown;
  /** Characters that no font has. */
  missing: readonly string[];
  /** Addresses of missing pictures. */
  lostPictures: readonly string[];
  phase: SaveState['phase'];
};

/** Problems of drawing or saving the design. */
export function DesignNotices({ failed, missing, lostPictures, phase }: Props) {
  const isOffline = useNoAnswer();
  const design = useDesign<Design>();
  const isAway = isTransient(failed) || (isOffline && lostPictures.length > 0);
  const unknownFonts = listUnknownFonts(design).slice(0, MAX_FONTS);
  return (
    <>
      {isAway && <Warning>{t('design.away')}</Warning>}
      {failed !== undefined && !isTransient(failed) && (
        <Notice tone="bad">{t('design.failed')}</Notice>
      )}
      {missing.length > 0 && (
        <Warning>{t('design.missing', { names: missing.slice(0, MAX_GLYPHS).join(' ') })}</Warning>
      )}
      {unknownFonts.length > 0 && (
        <Warning>{t('design.unknownFonts', { names: unknownFonts.join(', ') })}</Warning>
      )}
      {design.layers.length >= designLimits.layers && (
        <Warning>{t('design.full', { max: designLimits.layers })}</Warning>
      )}
      {lostPictures.length > 0 && !isOffline && <Warning>{t('design.gone')}</Warning>}
      <SaveProblem phase={phase} />
    </>
  );
}

function SaveProblem({ phase }: { phase: SaveState['phase'] }) {
  if (phase.name === 'blank') return <Notice tone="bad">{t('design.blank')}</Notice>;
  if (phase.name !== 'failed' && phase.name !== 'unanswered') return null;
  return <ProblemNotice problem={phase.problem} />;
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warn" isAnnounced>
      {children}
    </Notice>
  );
}

/** The service refuses to render a design with these fonts. */
function listUnknownFonts({ layers }: Design): string[] {
  const named = layers.flatMap((layer) => ('font' in layer && !layer.hidden ? [layer.font] : []));
  return [...new Set(named)].filter((name) => !fonts.some(({ font }) => font === name));
}
