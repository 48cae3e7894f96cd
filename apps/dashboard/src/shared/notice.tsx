import type { ReactNode } from 'react';
import { requestIdOf, sentenceOf } from './problem.ts';
import { t } from './t.ts';

type Tone = 'plain' | 'good' | 'warn' | 'bad';

/** `comesUp`: it appears while somebody is at work, so that screen readers say it too. */
export function Notice({
  tone = 'plain',
  comesUp = false,
  children,
}: {
  tone?: Tone;
  comesUp?: boolean;
  children: ReactNode;
}) {
  const role = tone === 'bad' ? 'alert' : comesUp ? 'status' : undefined;
  return (
    <div className="notice" data-tone={tone} role={role}>
      {children}
    </div>
  );
}

/** What went wrong and, where the service knows it, by which id. */
export function ProblemNotice({ problem }: { problem: unknown }) {
  if (problem === undefined || problem === null) return null;
  const id = requestIdOf(problem);
  return (
    <Notice tone="bad">
      {sentenceOf(problem)}
      {id && <span className="fine"> {t('problem.request', { id })}</span>}
    </Notice>
  );
}
