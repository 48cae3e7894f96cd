import { lookUpAlignment } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { describeFieldErrors } from '../../shared/form.ts';
import { describeProblem } from '../../shared/problem.ts';
import { fillSkill, type Skill, type SkillSuggestion } from './skill.ts';

/** Fills in a row from its link. Results for a changed link are dropped. */
export function useSkillLookup(
  row: Skill,
  change: (next: Partial<Skill>) => void,
  language: string,
) {
  const { api } = useAccount();
  const [asked, setAsked] = useState<AbortController>();
  const [fault, setFault] = useState<{ words: string; of: string }>();
  const [found, setFound] = useState<SkillSuggestion>();
  // The user may edit other fields meanwhile.
  const latest = useRef({ row, change });
  useEffect(() => {
    latest.current = { row, change };
  });
  useEffect(() => () => asked?.abort(), [asked]);

  const lookUp = async (url: string) => {
    const call = new AbortController();
    setAsked(call);
    setFault(undefined);
    const answer = await ask(api, { url, language }, call.signal);
    setAsked((now) => (now === call ? undefined : now));
    const { row: now, change: put } = latest.current;
    if (call.signal.aborted || !isSame(now.targetUrl, url)) return;
    if (typeof answer === 'string') return setFault({ words: answer, of: url });
    put(fillSkill(now, answer, found));
    setFound(answer);
  };
  return {
    lookUp,
    isBusy: asked !== undefined,
    isFilled: found !== undefined && isSame(found.targetUrl, row.targetUrl),
    fault: fault && isSame(fault.of, row.targetUrl) ? fault.words : undefined,
  };
}

function isSame(one = '', other = ''): boolean {
  return one.trim() === other.trim();
}

/** Returns the description, or an error message. */
async function ask(
  api: Client,
  { url, language }: { url: string; language: string },
  signal: AbortSignal,
): Promise<SkillSuggestion | string> {
  const faults = findBodyErrors(lookUpAlignment.body, { url });
  const [fault] = Object.values(describeFieldErrors(faults));
  if (fault) return fault;
  const body = { url, language };
  const isGood = findBodyErrors(lookUpAlignment.body, body).length === 0;
  try {
    return await api.alignments.lookUp(isGood ? body : { url }, { signal });
  } catch (error) {
    return describeProblem(error);
  }
}
