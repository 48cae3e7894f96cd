import type { ReactNode } from 'react';
import { requestIdOf, sentenceOf } from './problem.ts';
import { t } from './t.ts';

type Tone = 'plain' | 'good' | 'warn' | 'bad';

export function Notice({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
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
