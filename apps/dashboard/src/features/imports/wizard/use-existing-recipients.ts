import { holdersLimit } from '@insignia/contract';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../shared/account.ts';
import type { WizardStep } from '../search.ts';
import type { DraftView } from '../work/view.ts';
import type { WorkerSession } from '../work/worker-session.ts';

/** Asks which recipients already have the badge. Returns false on failure. */
export function useExistingRecipients(
  session: WorkerSession,
  view: DraftView | undefined,
  step: WizardStep,
  show: (view: DraftView) => void,
): boolean {
  const { api } = useAccount();
  const [isAsked, setAsked] = useState(true);
  const asked = useRef('');
  const badgeId = view?.options.badgeId;
  const isWanted = view !== undefined && (step === 'check' || step === 'issue');
  // Another badge or other columns need another query.
  const about =
    isWanted && badgeId
      ? JSON.stringify([
          view.id,
          view.options.badgeId,
          view.options.attributes,
          view.matched,
          view.sheet,
        ])
      : '';
  useEffect(() => {
    if (about === '' || !badgeId || asked.current === about) return;
    asked.current = about;
    const ask = async () => {
      const emails = await session.ask('emails');
      const held: string[] = [];
      for (let from = 0; from < emails.length; from += holdersLimit) {
        const some = emails.slice(from, from + holdersLimit);
        held.push(...(await api.badges.holders({ badgeId, emails: some })).emails);
      }
      if (asked.current !== about) return;
      show(await session.ask('setHolders', held));
      setAsked(true);
    };
    ask().catch(() => {
      asked.current = '';
      setAsked(false);
    });
  }, [about, badgeId, api, session, show]);
  return isAsked;
}
