import { type IssuerDesign, readIssuerDesign } from '@insignia/design';
import { Button, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import { t as tDesign } from '../../../messages/en/design.ts';
import { useAccount } from '../../../shared/account.ts';
import { trackUpdate } from '../../../shared/choices.tsx';
import {
  createSaveState,
  isUnsaved,
  type SaveConflict,
} from '../../../shared/designer/save-state.ts';
import { useStoredDesignSave } from '../../../shared/designer/use-design-save.ts';
import classes from '../../../shared/designer/whole.module.css';
import { deleteDraft } from '../../../shared/draft.ts';
import { LeaveGuard } from '../../../shared/leave-guard.tsx';
import { ProblemNotice } from '../../../shared/notice.tsx';
import { brandQuery } from '../../../shared/queries.ts';
import { QueryContent } from '../../../shared/query-content.tsx';
import { announcement } from '../../../shared/screen.tsx';
import { showToast } from '../../../shared/toast.tsx';
import certificateClasses from '../certificates.module.css';
import { DesignPicture } from '../design-picture.tsx';
import { certificateQuery, type FullCertificate } from '../queries.ts';
import { CertificateDesigner, type FinishedCertificate } from './designer.tsx';
import { readDesignDraft, saveDesignDraft } from './document.ts';

const route = getRouteApi('/$accountId/issuers/$issuerId/certificates/$certificateId');

export function DesignCertificateScreen() {
  const here = useAccount();
  const { issuerId, certificateId } = route.useParams();
  // Once open, only saving changes the document.
  const query = useQuery({
    ...certificateQuery(here, issuerId, certificateId),
    refetchOnWindowFocus: false,
  });
  const brand = useQuery(brandQuery(here, issuerId));
  const [opened, setOpened] = useState(0);
  useEffect(() => {
    document.title = `${tDesign('design')} · Insignia`;
    announcement.set(tDesign('design'));
  }, []);
  return (
    <div className={classes.whole} data-whole>
      <QueryContent query={query}>
        {(certificate) => (
          <QueryContent query={brand}>
            {({ accentColor }) => (
              <OpenDesign
                key={opened}
                issuerId={issuerId}
                certificate={certificate}
                color={accentColor}
                reopen={() => setOpened(opened + 1)}
              />
            )}
          </QueryContent>
        )}
      </QueryContent>
    </div>
  );
}

type Props = {
  issuerId: string;
  certificate: FullCertificate;
  color: string;
  reopen: () => void;
};

/** Stored designs are valid. */
function readStored(certificate: FullCertificate): IssuerDesign {
  const read = readIssuerDesign(certificate.design);
  if ('errors' in read) throw new Error(`unreadable design: ${JSON.stringify(read.errors)}`);
  return read.design;
}

function OpenDesign({ issuerId, certificate, color, reopen }: Props) {
  const here = useAccount();
  const { accountId, api } = here;
  const queries = useQueryClient();
  const { certificateId, name } = certificate;
  const draft = `${certificateId}.certificate`;
  const [initial] = useState(() => {
    const restored = readDesignDraft(draft);
    const { etag } = certificate;
    return { design: readStored(certificate), etag, ...restored };
  });
  const query = certificateQuery(here, issuerId, certificateId);
  const readAgain = async () => {
    const found = await queries.fetchQuery({ ...query, staleTime: 0 });
    return { design: readStored(found), etag: found.etag };
  };
  const { saving, choices } = useStoredDesignSave<FinishedCertificate>(
    () => createSaveState(initial.design, initial),
    {
      send: async ({ design, applyToIssued }, ifMatch) => {
        const { etag, jobIds } = await api.certificates.update(
          { issuerId, certificateId, design, ...(applyToIssued && { applyToIssued }) },
          { ifMatch },
        );
        for (const jobId of jobIds) trackUpdate(accountId, jobId, name);
        void queries.invalidateQueries({
          queryKey: [accountId, 'issuers', issuerId, 'certificates'],
        });
        showToast(t('certificates.saved'));
        return etag;
      },
      ...{ draft, saveDraft: saveDesignDraft, readAgain, reopen },
    },
  );
  const { state } = saving;
  return (
    <>
      <CertificateDesigner
        issuerId={issuerId}
        certificateId={certificateId}
        initial={initial.design}
        color={color}
        saving={saving}
        head={
          <>
            <Link to="/$accountId/issuers/$issuerId/certificates" params={{ accountId, issuerId }}>
              {t('certificates.back')}
            </Link>
            <h1>{tDesign('design')}</h1>
            <span className="fine">{name}</span>
          </>
        }
      />
      {state.phase.name === 'conflict' && (
        <SaveConflictDialog
          key={state.phase.expected}
          issuerId={issuerId}
          conflict={state.phase}
          readAgain={readAgain}
          {...choices}
        />
      )}
      <LeaveGuard
        isDirty={isUnsaved(state)}
        drop={() => deleteDraft(draft)}
        words={tDesign('design.leave')}
      />
    </>
  );
}

type SaveConflictProps = {
  issuerId: string;
  conflict: SaveConflict<FinishedCertificate>;
  /** Reads the design as saved by someone else. */
  readAgain: () => Promise<{ design: IssuerDesign; etag: string }>;
  close: () => void;
  /** Overwrites the shown version only, nothing newer. */
  saveMine: (etag: string) => Promise<void>;
  openTheirs: () => Promise<void>;
};

/** Edit conflict: the second person to save sees both designs and chooses. */
export function SaveConflictDialog({
  issuerId,
  conflict,
  readAgain,
  ...actions
}: SaveConflictProps) {
  const { mine, isBusy, problem } = conflict;
  const { data: theirs, error } = useQuery({
    queryKey: ['saved by other', 'certificate', conflict.expected],
    queryFn: readAgain,
    gcTime: 0,
    refetchOnMount: 'always',
  });
  const shown = (name: string, design: IssuerDesign | undefined) => (
    <figure>
      {design && <DesignPicture issuerId={issuerId} request={{ design }} alt={name} />}
      <figcaption>{name}</figcaption>
    </figure>
  );
  return (
    <Modal
      opened
      onClose={actions.close}
      title={t('certificates.other.title')}
      size="56rem"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className="stack">
        <p>{t('certificates.other.words')}</p>
        <div className={certificateClasses.both}>
          {shown(tDesign('design.other.shown.theirs'), theirs?.design)}
          {shown(tDesign('design.other.shown.mine'), mine.design)}
        </div>
        <ProblemNotice problem={problem ?? error} />
        <div className="actions">
          <Button variant="default" disabled={isBusy} onClick={() => void actions.openTheirs()}>
            {tDesign('design.other.theirs')}
          </Button>
          <Button
            loading={isBusy}
            disabled={!theirs}
            onClick={() => theirs && void actions.saveMine(theirs.etag)}
          >
            {tDesign('design.other.mine')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
