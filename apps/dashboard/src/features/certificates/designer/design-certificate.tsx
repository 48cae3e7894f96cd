import { type IssuerDesign, readIssuerDesign } from '@insignia/design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import { t as tDesign } from '../../../messages/en/design.ts';
import { useAccount } from '../../../shared/account.ts';
import { trackUpdate } from '../../../shared/choices.tsx';
import { DesignScreen, SaveConflictDialog } from '../../../shared/designer/design-screen.tsx';
import { createSaveState, isUnsaved } from '../../../shared/designer/save-state.ts';
import { useStoredDesignSave } from '../../../shared/designer/use-design-save.ts';
import { deleteDraft } from '../../../shared/draft.ts';
import { LeaveGuard } from '../../../shared/leave-guard.tsx';
import { brandQuery } from '../../../shared/queries.ts';
import { QueryContent } from '../../../shared/query-content.tsx';
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
  return (
    <DesignScreen>
      {({ key, reopen }) => (
        <QueryContent query={query}>
          {(certificate) => (
            <QueryContent query={brand}>
              {({ accentColor }) => (
                <OpenDesign
                  key={key}
                  issuerId={issuerId}
                  certificate={certificate}
                  color={accentColor}
                  reopen={reopen}
                />
              )}
            </QueryContent>
          )}
        </QueryContent>
      )}
    </DesignScreen>
  );
}

type Props = {
  issuerId: string;
  certificate: FullCertificate;
  color: string;
  reopen: () => void;
};

/** Stored designs are readable, also if they exceed a limit that came later. */
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
    const stored = readStored(certificate);
    return { design: stored, etag, ...restored, isDraft: restored !== undefined, stored };
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
  const mine = state.phase.name === 'conflict' ? state.phase.mine : undefined;
  return (
    <>
      <CertificateDesigner
        issuerId={issuerId}
        certificateId={certificateId}
        initial={initial.design}
        stored={initial.stored}
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
          title={t('certificates.other.title')}
          words={t('certificates.other.words')}
          size="56rem"
          conflict={state.phase}
          readAgain={readAgain}
          show={(theirs, names) => (
            <div className={certificateClasses.both}>
              <Shown issuerId={issuerId} name={names.theirs} design={theirs?.design} />
              <Shown issuerId={issuerId} name={names.mine} design={mine?.design} />
            </div>
          )}
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

type ShownProps = { issuerId: string; name: string; design: IssuerDesign | undefined };

function Shown({ issuerId, name, design }: ShownProps) {
  return (
    <figure>
      {design && <DesignPicture issuerId={issuerId} request={{ design }} alt={name} />}
      <figcaption>{name}</figcaption>
    </figure>
  );
}
