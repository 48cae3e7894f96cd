import { type Design, readDesign, writeDesign } from '@insignia/design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAccount } from '../../../shared/account.ts';
import { deleteDraft, readDraft, saveDraft } from '../../../shared/draft.ts';
import { LeaveGuard } from '../../../shared/leave-guard.tsx';
import { isConflict } from '../../../shared/problem.ts';
import { issuersQuery } from '../../../shared/queries.ts';
import { QueryContent } from '../../../shared/query-content.tsx';
import { idFromUrl } from '../../../shared/random-id.ts';
import { announcement } from '../../../shared/screen.tsx';
import { showToast } from '../../../shared/toast.tsx';
import { badgeQuery, type FullBadge } from '../queries.ts';
import { useIssuerBrand } from '../use-issuer-brand.ts';
import { Designer, type FinishedDesign } from './designer.tsx';
import { createInitialDesign } from './initial-design.ts';
import { InitialDesignNotice } from './initial-design-notice.tsx';
import { SaveConflictDialog } from './save-conflict-dialog.tsx';
import { t } from './t.ts';
import classes from './whole.module.css';

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
          <Open key={opened} badgeId={badgeId} badge={badge} reopen={() => setOpened(opened + 1)} />
        )}
      </QueryContent>
    </div>
  );
}

type Props = { badgeId: string; badge: FullBadge; reopen: () => void };
type DesignDraft = { designJson: string };

function Open({ badgeId, badge, reopen }: Props) {
  const here = useAccount();
  const { accountId, api } = here;
  const queries = useQueryClient();
  const { data: issuers = [] } = useQuery(issuersQuery(here));
  const issuer = issuers.find(({ id }) => id === badge.issuer)?.name ?? '';
  const draft = `${badgeId}.design`;
  const [initial] = useState(() => {
    const from = createInitialDesign(badge);
    const kept = readDraft<DesignDraft>(draft, { designJson: '' });
    const read = kept && readDesign(kept.values.designJson);
    if (read && 'design' in read)
      return { ...from, design: read.design, etag: kept.from?.etag ?? badge.etag, isDirty: true };
    return { ...from, etag: badge.etag, isDirty: false };
  });
  const etag = useRef(initial.etag);
  const newest = useRef(initial.design);
  const saved = useRef(initial.isDirty ? undefined : initial.design);
  const [isDirty, setDirty] = useState(initial.isDirty);
  const [notice, setNotice] = useState(initial.notice);
  const [refused, setRefused] = useState<FinishedDesign>();
  const { color, logo } = useIssuerBrand(idFromUrl(badge.issuer));
  const words = useMemo(
    () => ({ title: badge.name, issuer, color, logo }),
    [badge.name, issuer, color, logo],
  );

  const changed = useCallback(
    (design: Design) => {
      newest.current = design;
      // Reverted to the saved state.
      const isSaved = design === saved.current;
      setDirty(!isSaved);
      if (isSaved) return deleteDraft(draft);
      const from = { initial: { designJson: '' }, etag: etag.current };
      saveDraft<DesignDraft>(draft, {
        values: { designJson: JSON.stringify(design) },
        key: draft,
        from,
      });
    },
    [draft],
  );
  const send = useCallback(
    async ({ design, image }: FinishedDesign, ifMatch: string) => {
      const designJson = writeDesign(design);
      const { etag: kept } = await api.badges.update({ badgeId, image, designJson }, { ifMatch });
      etag.current = kept;
      saved.current = design;
      // Changes made during saving are still unsaved.
      if (newest.current !== design) changed(newest.current);
      else {
        deleteDraft(draft);
        setDirty(false);
      }
      void queries.invalidateQueries({ queryKey: [accountId, 'badges'] });
      setNotice(undefined);
      setRefused(undefined);
      showToast(t('design.saved'));
    },
    [api, accountId, badgeId, draft, queries, changed],
  );
  const save = useCallback(
    async (made: FinishedDesign) => {
      try {
        await send(made, etag.current);
      } catch (error) {
        if (!isConflict(error)) throw error;
        setRefused({ ...made });
      }
    },
    [send],
  );
  const readAgain = () => queries.fetchQuery({ ...badgeQuery(here, badgeId), staleTime: 0 });
  return (
    <>
      <Designer
        initial={initial.design}
        words={words}
        isDirty={isDirty}
        changed={changed}
        save={save}
        notice={notice && <InitialDesignNotice words={notice} layer={initial.noticedLayer} />}
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
      {refused && (
        <SaveConflictDialog
          key={etag.current}
          badgeId={badgeId}
          mine={refused.image}
          readAgain={readAgain}
          close={() => setRefused(undefined)}
          saveMine={async (shown) => {
            etag.current = shown;
            await save(refused);
          }}
          openTheirs={async () => {
            await readAgain();
            deleteDraft(draft);
            reopen();
          }}
        />
      )}
      <LeaveGuard isDirty={isDirty} drop={() => deleteDraft(draft)} words={t('design.leave')} />
    </>
  );
}
