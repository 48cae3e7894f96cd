import { useState } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import { useAccount } from '../../../shared/account.ts';
import { IssuedChoice } from '../../../shared/choices.tsx';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { certificateIssuedQuery } from '../queries.ts';

type Props = {
  issuerId: string;
  certificateId: string;
  close: () => void;
  save: (applyToIssued: boolean) => void;
};

/** Asks before saving whether issued credentials keep their version of the design. */
export function SaveDialog({ issuerId, certificateId, close, save }: Props) {
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
