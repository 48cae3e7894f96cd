import type { ReactNode } from 'react';
import { ownSignInAddress } from './connection.ts';
import classes from './hint.module.css';
import { describeProblem, getRequestId, isOwnSignInRequired } from './problem.ts';
import { t } from './t.ts';

type Tone = 'plain' | 'good' | 'warn' | 'bad';

/** With `isAnnounced`, screen readers announce it. */
export function Notice({
  tone = 'plain',
  isAnnounced = false,
  children,
}: {
  tone?: Tone;
  isAnnounced?: boolean;
  children: ReactNode;
}) {
  const role = tone === 'bad' ? 'alert' : isAnnounced ? 'status' : undefined;
  return (
    <div className="notice" data-tone={tone} role={role}>
      {children}
    </div>
  );
}

/** An error in words, with its request id for support, and the way out if another sign-in helps. */
export function ProblemNotice({ problem }: { problem: unknown }) {
  if (problem === undefined || problem === null) return null;
  const id = getRequestId(problem);
  return (
    <Notice tone="bad">
      {describeProblem(problem)}
      {isOwnSignInRequired(problem) && (
        <>
          {' '}
          <a href={ownSignInAddress()}>{t('secondFactor.signIn')}</a>
        </>
      )}
      {id && <span className="fine"> {t('problem.request', { id })}</span>}
    </Notice>
  );
}

type Props = { title: string; children: ReactNode; action?: ReactNode };

/** Suggests a next step below a short list. */
export function Hint({ title, children, action }: Props) {
  return (
    <section className={classes.hint} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes.words}>{children}</div>
      {action && <div className="actions">{action}</div>}
    </section>
  );
}
