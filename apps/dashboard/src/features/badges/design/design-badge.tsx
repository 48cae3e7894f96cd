import { type Design, writeDesign } from '@insignia/design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { t } from '../../../messages/en/design.ts';
import { useAccount } from '../../../shared/account.ts';
import { useDesign } from '../../../shared/designer/context.ts';
import { DesignScreen, SaveConflictDialog } from '../../../shared/designer/design-screen.tsx';
import { createSaveState, isUnsaved } from '../../../shared/designer/save-state.ts';
import { useStoredDesignSave } from '../../../shared/designer/use-design-save.ts';
import { deleteDraft } from '../../../shared/draft.ts';
import { LeaveGuard } from '../../../shared/leave-guard.tsx';
import { Notice } from '../../../shared/notice.tsx';
import { issuersQuery } from '../../../shared/queries.ts';
import { QueryContent } from '../../../shared/query-content.tsx';
import { idFromUrl } from '../../../shared/random-id.ts';
import { showToast } from '../../../shared/toast.tsx';
import { badgeQuery, type FullBadge } from '../queries.ts';
import { useIssuerBrand } from '../use-issuer-brand.ts';
import { Designer } from './designer.tsx';
import type { FinishedBadge } from './draw-design.ts';
import { restoreDesign, saveDesignDraft } from './initial-design.ts';
import conflictClasses from './save-conflict-dialog.module.css';

const route = getRouteApi('/$accountId/badges/$badgeId/design');

export function DesignBadgeScreen() {
  const here = useAccount();
  const { badgeId } = route.useParams();
  // Once open, only saving changes the document.
  const query = useQuery({ ...badgeQuery(here, badgeId), refetchOnWindowFocus: false });
  return (
    <DesignScreen>
      {({ key, reopen }) => (
        <QueryContent query={query}>
          {(badge) => <OpenDesign key={key} badgeId={badgeId} badge={badge} reopen={reopen} />}
        </QueryContent>
      )}
    </DesignScreen>
  );
}

type Props = { badgeId: string; badge: FullBadge; reopen: () => void };

function OpenDesign({ badgeId, badge, reopen }: Props) {
  const here = useAccount();
  const { accountId, api } = here;
  const queries = useQueryClient();
  const { data: issuers = [] } = useQuery(issuersQuery(here));
  const issuer = issuers.find(({ id }) => id === badge.issuer)?.name ?? '';
  const draft = `${badgeId}.design`;
  const [initial] = useState(() => restoreDesign(badge, draft));
  const { color, logo } = useIssuerBrand(idFromUrl(badge.issuer));
  const words = useMemo(
    () => ({ title: badge.name, issuer, color, logo }),
    [badge.name, issuer, color, logo],
  );
  const readAgain = () => queries.fetchQuery({ ...badgeQuery(here, badgeId), staleTime: 0 });
  const { saving, choices } = useStoredDesignSave<FinishedBadge>(
    () => createSaveState(initial.design, initial),
    {
      send: async ({ design, image }, ifMatch) => {
        const designJson = writeDesign(design);
        const { etag } = await api.badges.update({ badgeId, image, designJson }, { ifMatch });
        void queries.invalidateQueries({ queryKey: [accountId, 'badges'] });
        showToast(t('design.saved'));
        return etag;
      },
      ...{ draft, saveDraft: saveDesignDraft, readAgain, reopen },
    },
  );
  const { state } = saving;
  const mine = state.phase.name === 'conflict' ? state.phase.mine : undefined;
  return (
    <>
      <Designer
        initial={initial.design}
        words={words}
        saving={saving}
        notice={
          initial.notice &&
          !state.hasSaved && (
            <InitialDesignNotice words={initial.notice} layer={initial.noticedLayer} />
          )
        }
        head={
          <>
            <Link to="/$accountId/badges/$badgeId" params={{ accountId, badgeId }}>
              {t('design.back')}
            </Link>
            <h1>{t('design')}</h1>
            <span className="fine">{badge.name}</span>
          </>
        }
      />
      {state.phase.name === 'conflict' && (
        <SaveConflictDialog
          key={state.phase.expected}
          title={t('design.other.title')}
          words={t('design.other.words')}
          size="40rem"
          conflict={state.phase}
          readAgain={readAgain}
          show={(theirs, names) => (
            <div className={conflictClasses.both}>
              <Shown name={names.theirs} image={theirs?.image} />
              <Shown name={names.mine} image={mine && `data:image/png;base64,${mine.image}`} />
            </div>
          )}
          {...choices}
        />
      )}
      <LeaveGuard
        isDirty={isUnsaved(state)}
        drop={() => deleteDraft(draft)}
        words={t('design.leave')}
      />
    </>
  );
}

/**
 * Explains why the designer didn't open the badge's design. Shown while the layer it refers to
 * exists.
 */
function InitialDesignNotice({ words, layer }: { words: string; layer: string | undefined }) {
  const { layers } = useDesign<Design>();
  if (layer !== undefined && !layers.some(({ id }) => id === layer)) return null;
  return (
    <Notice tone="warn" isAnnounced>
      {words}
    </Notice>
  );
}

function Shown({ name, image }: { name: string; image: string | undefined }) {
  return (
    <figure className={conflictClasses.shown}>
      <div className={conflictClasses.picture}>{image && <img src={image} alt={name} />}</div>
      <figcaption>{name}</figcaption>
    </figure>
  );
}
