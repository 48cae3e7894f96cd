import { certificateLimits } from '@insignia/design';
import type { ReactNode } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import { t as tDesign } from '../../../messages/en/design.ts';
import { useNoAnswer } from '../../../shared/connection.ts';
import { useDesign } from '../../../shared/designer/context.ts';
import type { SaveState } from '../../../shared/designer/save-state.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import { isTransient } from '../../../shared/problem.ts';

const MAX_NAMES = 5;

type Props = {
  /** Layers that the service would refuse. */
  invalidNames: readonly string[];
  /** Why drawing failed. */
  failed: unknown;
  /** Addresses of missing pictures. */
  lostPictures: readonly string[];
  phase: SaveState['phase'];
};

/** Problems of drawing or saving the design. */
export function DesignNotices({ invalidNames, failed, lostPictures, phase }: Props) {
  const isOffline = useNoAnswer();
  const { layers } = useDesign();
  const isAway = isTransient(failed) || (isOffline && lostPictures.length > 0);
  const max = certificateLimits.layers;
  return (
    <>
      {invalidNames.length > 0 && (
        <Notice tone="bad">
          {t('certificates.invalid', { names: invalidNames.slice(0, MAX_NAMES).join(', ') })}
        </Notice>
      )}
      {isAway && <Warning>{tDesign('design.away')}</Warning>}
      {failed !== undefined && !isTransient(failed) && (
        <Notice tone="bad">{tDesign('design.failed')}</Notice>
      )}
      {layers.length >= max && <Warning>{tDesign('design.full', { max })}</Warning>}
      {lostPictures.length > 0 && !isOffline && <Warning>{tDesign('design.gone')}</Warning>}
      {(phase.name === 'failed' || phase.name === 'unanswered') && (
        <ProblemNotice problem={phase.problem} />
      )}
    </>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warn" isAnnounced>
      {children}
    </Notice>
  );
}
