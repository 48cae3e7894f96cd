import { certificateLimits, type DesignExcess } from '@insignia/design';
import { type ReactNode, useState } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import { t as tDesign } from '../../../messages/en/design.ts';
import { useAccount } from '../../../shared/account.ts';
import { IssuedChoice } from '../../../shared/choices.tsx';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { useNoAnswer } from '../../../shared/connection.ts';
import { useDesign } from '../../../shared/designer/context.ts';
import type { SaveState } from '../../../shared/designer/save-state.ts';
import { Notice, ProblemNotice } from '../../../shared/notice.tsx';
import { isTransient } from '../../../shared/problem.ts';
import { certificateIssuedQuery } from '../queries.ts';

const MAX_NAMES = 5;

type NoticesProps = {
  /** Layers that the service would refuse. */
  invalidNames: readonly string[];
  /** A limit that a change exceeds. */
  excess: DesignExcess | undefined;
  /** Why drawing failed. */
  failed: unknown;
  /** Addresses of missing pictures. */
  lostPictures: readonly string[];
  phase: SaveState['phase'];
};

/** Problems of drawing or saving the design. */
export function DesignNotices(props: NoticesProps) {
  const { invalidNames, excess, failed, lostPictures, phase } = props;
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
      {excess && (
        <Notice tone="bad">
          {t(`certificates.excess.${excess.limit}`, { max: certificateLimits[excess.limit] })}
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

type SaveDialogProps = {
  issuerId: string;
  certificateId: string;
  close: () => void;
  save: (applyToIssued: boolean) => void;
};

/** Asks before saving whether issued credentials keep their version of the design. */
export function SaveDialog({ issuerId, certificateId, close, save }: SaveDialogProps) {
  const query = certificateIssuedQuery(useAccount(), issuerId, certificateId);
  const [isUpdating, setUpdating] = useState(false);
  return (
    <ConfirmDialog
      opened
      close={close}
      title={t('certificates.save.title')}
      action={t('save')}
      isHarmless
      // The designer shows progress and problems.
      act={async () => save(isUpdating)}
    >
      <p>{t('certificates.save.words')}</p>
      <IssuedChoice query={query} isUpdating={isUpdating} choose={setUpdating} />
    </ConfirmDialog>
  );
}
