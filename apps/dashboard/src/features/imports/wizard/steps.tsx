import { Select } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { useAccount } from '../../../shared/account.ts';
import { EmailChoice } from '../../../shared/choices.tsx';
import type { Badge } from '../../../shared/queries.ts';
import { idFromUrl } from '../../../shared/random-id.ts';
import { type WizardStep, wizardSteps } from '../../../shared/search.ts';
import { findBadgeAttributes } from '../queries.ts';
import { loadRememberedColumns } from '../remembered-columns.ts';
import type { ImportOptions } from '../work/drafts.ts';
import { type DraftView, isCorrection } from '../work/view.ts';
import type { WorkerSession } from '../work/worker-session.ts';
import classes from './wizard.module.css';

type Props = { title: string; isFirst?: boolean; children: ReactNode };

/** A step with its heading, which gets the focus. */
export function StepBody({ title, isFirst, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
  }, [isFirst]);
  return (
    <section className="stack" aria-label={title}>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

type IndicatorProps = {
  now: WizardStep;
  go: ((step: WizardStep) => void) | undefined;
  view: DraftView | undefined;
};

/** Progress of the wizard. Finished steps are links. */
export function StepIndicator({ now, go, view }: IndicatorProps) {
  const isCorrecting = view !== undefined && isCorrection(view);
  const getName = (step: WizardStep) =>
    t(step === 'issue' && isCorrecting ? 'steps.correct' : `steps.${step}`);
  const at = wizardSteps.indexOf(now);
  return (
    <nav aria-label={t('steps.label')}>
      <ol className={classes.steps}>
        {wizardSteps.map((step, place) => (
          <li
            key={step}
            data-state={getStepState(place, at)}
            aria-current={step === now || undefined}
          >
            <span className={classes.mark} aria-hidden>
              {place < at ? <IconCheck size={14} /> : place + 1}
            </span>
            {place < at && go ? (
              <button type="button" onClick={() => go(step)}>
                {getName(step)}
                <span className="unseen">, {t('steps.done')}</span>
              </button>
            ) : (
              <span>{getName(step)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function getStepState(place: number, now: number): string {
  if (place < now) return 'done';
  return place === now ? 'now' : 'later';
}

export type StepProps = {
  session: WorkerSession;
  badges: readonly Badge[];
  view: DraftView;
  show: (view: DraftView) => void;
  go: (step: WizardStep) => void;
  fail: (error: unknown) => void;
};

/** The badge, and whether to email its recipients: both last steps ask for them. */
export function useLastOptions({ session, badges, view, show, fail }: StepProps) {
  const { accountId } = useAccount();
  const { options } = view;
  const [isUndecided, setUndecided] = useState(false);
  // The stored options follow later, because a worker stores them.
  const [isMailed, setMailed] = useState(options.isMailed);
  const choice = useRef<HTMLDivElement>(null);
  const changeOptions = (change: Partial<ImportOptions>) =>
    void session
      .ask('setOptions', { ...options, ...change }, loadRememberedColumns(accountId))
      .then(show, fail);
  return {
    isMailed,
    badge: badges.find(({ id }) => idFromUrl(id) === options.badgeId),
    changeOptions,
    /** Acts once the question about emails is answered. */
    decide: (act: () => Promise<unknown>) => {
      if (isMailed !== undefined) return void act();
      setUndecided(true);
      choice.current?.querySelector('input')?.focus();
    },
    badgeField: (
      <Select
        label={t('imports.badge')}
        data={badges.map(({ id, name }) => ({ value: idFromUrl(id), label: name }))}
        value={options.badgeId || null}
        error={options.badgeId ? undefined : t('imports.badge.missing')}
        placeholder={t('imports.badge.choose')}
        searchable
        allowDeselect={false}
        onChange={(badgeId) =>
          badgeId && changeOptions({ badgeId, attributes: findBadgeAttributes(badges, badgeId) })
        }
      />
    ),
    emailField: (
      <div ref={choice}>
        <EmailChoice
          isMailed={isMailed}
          onChange={(answer) => {
            setUndecided(false);
            setMailed(answer);
            changeOptions({ isMailed: answer });
          }}
          isMissing={isUndecided}
        />
      </div>
    ),
  };
}
