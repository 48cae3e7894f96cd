import { lookUpAlignment } from '@insignia/contract';
import { type Client, InsigniaError } from '@insignia/sdk';
import { useEffect, useRef, useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { faultsOf } from '../../shared/faults.ts';
import { wordsOf } from '../../shared/form.ts';
import { sentenceOf } from '../../shared/problem.ts';
import { type Found, filledIn, type Skill } from './skill.ts';

/** Fills in a row from its link. Results for a changed link are dropped. */
export function useLookUp(row: Skill, change: (next: Partial<Skill>) => void, language: string) {
  const { api } = useHere();
  const [asked, setAsked] = useState<AbortController>();
  const [fault, setFault] = useState<{ words: string; of: string }>();
  const [found, setFound] = useState<Found>();
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
    put(filledIn(now, answer, found));
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
): Promise<Found | string> {
  const faults = faultsOf(lookUpAlignment.body, { url });
  const [fault] = Object.values(wordsOf(faults));
  if (fault) return fault;
  const body = { url, language };
  const isGood = faultsOf(lookUpAlignment.body, body).length === 0;
  try {
    return await api.alignments.lookUp(isGood ? body : { url }, { signal });
  } catch (error) {
    const told = error instanceof InsigniaError ? wordsOf(error.details).url : undefined;
    return told ?? sentenceOf(error).replace(/\.$/, '');
  }
}
