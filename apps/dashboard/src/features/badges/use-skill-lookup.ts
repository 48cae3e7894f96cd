import { lookUpAlignment } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { describeFieldErrors, describeProblem } from '../../shared/problem.ts';
import { fillSkill, type Skill, type SkillSuggestion } from './skill.ts';

/** Fills in a row from its link. Results for a changed link are dropped. */
export function useSkillLookup(
  row: Skill,
  change: (next: Partial<Skill>) => void,
  language: string,
) {
  const { api } = useAccount();
  const [asked, setAsked] = useState<AbortController>();
  const [error, setError] = useState<{ text: string; url: string }>();
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
    setError(undefined);
    const answer = await ask(api, { url, language }, call.signal);
    setAsked((now) => (now === call ? undefined : now));
    const { row: now, change: put } = latest.current;
    if (call.signal.aborted || !isSame(now.targetUrl, url)) return;
    if (typeof answer === 'string') return setError({ text: answer, url });
    put(fillSkill(now, answer, found));
    setFound(answer);
  };
  return {
    lookUp,
    isBusy: asked !== undefined,
    isFilled: found !== undefined && isSame(found.targetUrl, row.targetUrl),
    error: error && isSame(error.url, row.targetUrl) ? error.text : undefined,
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
  const errors = findBodyErrors(lookUpAlignment.body, { url });
  const [error] = Object.values(describeFieldErrors(errors));
  if (error) return error;
  const body = { url, language };
  const isGood = findBodyErrors(lookUpAlignment.body, body).length === 0;
  try {
    return await api.alignments.lookUp(isGood ? body : { url }, { signal });
  } catch (error) {
    return describeProblem(error);
  }
}
