import { type Design, writeDesign } from '@insignia/design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { t } from '../../../messages/en/design.ts';
import { useAccount } from '../../../shared/account.ts';
import { useDesign } from '../../../shared/designer/context.ts';
import { createSaveState, isUnsaved } from '../../../shared/designer/save-state.ts';
import { useStoredDesignSave } from '../../../shared/designer/use-design-save.ts';
import classes from '../../../shared/designer/whole.module.css';
import { deleteDraft } from '../../../shared/draft.ts';
import { LeaveGuard } from '../../../shared/leave-guard.tsx';
import { Notice } from '../../../shared/notice.tsx';
import { issuersQuery } from '../../../shared/queries.ts';
import { QueryContent } from '../../../shared/query-content.tsx';
import { idFromUrl } from '../../../shared/random-id.ts';
import { announcement } from '../../../shared/screen.tsx';
import { showToast } from '../../../shared/toast.tsx';
import { badgeQuery, type FullBadge } from '../queries.ts';
import { useIssuerBrand } from '../use-issuer-brand.ts';
import { Designer } from './designer.tsx';
import type { FinishedBadge } from './draw-design.ts';
import { restoreDesign, saveDesignDraft } from './initial-design.ts';
import { SaveConflictDialog } from './save-conflict-dialog.tsx';

const route = getRouteApi('/$accountId/badges/$badgeId/design');

export function DesignBadgeScreen() {
  const here = useAccount();
  const { badgeId } = route.useParams();
  // Once open, only saving changes the document.
  const query = useQuery({ ...badgeQuery(here, badgeId), refetchOnWindowFocus: false });
  const [opened, setOpened] = useState(0);
  useEffect(() => {
    document.title = `${t('design')} · Insignia`;
    announcement.set(t('design'));
  }, []);
  return (
    <div className={classes.whole} data-whole>
      <QueryContent query={query}>
        {(badge) => (
          <OpenDesign
            key={opened}
            badgeId={badgeId}
            badge={badge}
            reopen={() => setOpened(opened + 1)}
          />
        )}
      </QueryContent>
    </div>
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
          badgeId={badgeId}
          conflict={state.phase}
          readAgain={readAgain}
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
