import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../messages/en/imports.ts';
import { useAccount } from '../../shared/account.ts';
import { BadgesScreenContent } from '../../shared/badges-screen-content.tsx';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { Notice } from '../../shared/notice.tsx';
import type { Badge } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import type { WizardStep } from '../../shared/search.ts';
import { AllImportsLink } from './import-status.tsx';
import { findBadgeAttributes } from './queries.ts';
import { loadRememberedColumns } from './remembered-columns.ts';
import { CheckRows } from './wizard/check-rows.tsx';
import { ChooseFile } from './wizard/choose-file.tsx';
import { CorrectRows } from './wizard/correct-rows.tsx';
import { IssueRows } from './wizard/issue-rows.tsx';
import { MatchColumns } from './wizard/match-columns.tsx';
import { StepIndicator, type StepProps } from './wizard/steps.tsx';
import { useDraft, useExistingRecipients } from './wizard/use-draft.ts';
import { type DraftView, isCorrection } from './work/view.ts';
import type { WorkerSession } from './work/worker-session.ts';

const route = getRouteApi('/$accountId/imports/new');

export function NewImport() {
  const { badge } = route.useSearch();
  return (
    <Screen title={t('nav.imports')} above={<AllImportsLink />}>
      <BadgesScreenContent title={t('imports.noBadge.title')} words={t('imports.noBadge.words')}>
        {(badges) => <ImportWizard badges={badges} badgeParam={badge} />}
      </BadgesScreenContent>
    </Screen>
  );
}

type Props = { badges: readonly Badge[]; badgeParam: string | undefined };

/** Four steps from a file to credentials. The URL names the draft and step. */
function ImportWizard({ badges, badgeParam }: Props) {
  const { accountId } = useAccount();
  const navigate = useNavigate();
  const { draft, step: wantedStep = 'file' } = route.useSearch();
  const toStart = useCallback(
    () =>
      void navigate({
        to: '/$accountId/imports/new',
        params: { accountId },
        search: {},
        replace: true,
      }),
    [navigate, accountId],
  );
  const { session, view, show, fail, isLost } = useDraft(draft, toStart);
  const [isDone, setDone] = useState(false);
  const go = (step: WizardStep, id = draft) =>
    void navigate({
      to: '/$accountId/imports/new',
      params: { accountId },
      search: { draft: id, ...(step === 'file' ? {} : { step }) },
    });
  useFit(session, view, badges, show, fail);
  const step = view ? wantedStep : 'file';
  const areHoldersKnown = useExistingRecipients(session, view, step, show);
  const drop = () => {
    if (view) void session.ask('drop', view.id);
  };
  const done = (importId: string) => {
    drop();
    flushSync(() => setDone(true));
    void navigate({ to: '/$accountId/imports/$importId', params: { accountId, importId } });
  };
  if (draft && !view && !isLost) return null;
  const props: StepProps | undefined = view && { session, badges, view, show, go, fail };
  const badgeId = view?.options.badgeId ?? getInitialBadgeId(badges, badgeParam);
  return (
    <div className="stack">
      <StepIndicator now={step} go={view && go} view={view} />
      {isLost && <Notice tone="bad">{t('fileError.lost')}</Notice>}
      {step === 'file' && <ChooseFile {...{ session, badges, view, badgeId, show, fail, go }} />}
      {props && step === 'match' && <MatchColumns {...props} />}
      {props && step === 'check' && <CheckRows {...props} areHoldersKnown={areHoldersKnown} />}
      {props && step === 'issue' && <LastStep {...props} done={done} />}
      <LeaveGuard isDirty={view !== undefined && !isDone} drop={drop} />
    </div>
  );
}

function LastStep(props: StepProps & { done: (importId: string) => void }) {
  return isCorrection(props.view) ? <CorrectRows {...props} /> : <IssueRows {...props} />;
}

/** Another tab may have changed the badge's custom fields. */
function useFit(
  session: WorkerSession,
  view: DraftView | undefined,
  badges: readonly Badge[],
  show: (view: DraftView) => void,
  fail: (error: unknown) => void,
): void {
  const { accountId } = useAccount();
  const options = view?.options;
  const attributes = findBadgeAttributes(badges, options?.badgeId ?? '');
  const isFitting = JSON.stringify(attributes) === JSON.stringify(options?.attributes ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when they start to differ
  useEffect(() => {
    if (!options || isFitting) return;
    session
      .ask('setOptions', { ...options, attributes }, loadRememberedColumns(accountId))
      .then(show, fail);
  }, [options, isFitting]);
}

/** The requested badge, or the only one. */
function getInitialBadgeId(badges: readonly Badge[], requestedId: string | undefined): string {
  const requested = badges.find(({ id }) => idFromUrl(id) === requestedId);
  const only = badges.length === 1 ? badges[0] : undefined;
  return idFromUrl((requested ?? only)?.id ?? '');
}
