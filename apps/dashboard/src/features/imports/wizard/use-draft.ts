import { holdersLimit } from '@insignia/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../shared/account.ts';
import type { WizardStep } from '../../../shared/search.ts';
import { isLanguage } from '../../../shared/t.ts';
import { type DraftView, isCorrection } from '../work/view.ts';
import { openImportSession, type WorkerSession } from '../work/worker-session.ts';

/** Opens the draft in the URL, also after a reload or a worker crash. */
export function useDraft(id: string | undefined, isGone: () => void) {
  const { accountId } = useAccount();
  const [session] = useState(openImportSession);
  const [found, setFound] = useState<DraftView>();
  const [isLost, setLost] = useState(false);
  useEffect(() => () => session.leave(), [session]);
  const view = found?.id === id ? found : undefined;
  const isThere = view !== undefined;
  useEffect(() => {
    if (!id || isThere) return;
    let isLeft = false;
    session.ask('open', id, accountId, getReaderLocales()).then(
      (stored) => {
        if (isLeft) return;
        if (stored) setFound(stored);
        else isGone();
      },
      () => setLost(true),
    );
    return () => {
      isLeft = true;
    };
  }, [id, isThere, session, accountId, isGone]);
  const show = useCallback((next: DraftView) => {
    setLost(false);
    setFound(next);
  }, []);
  // Reopens the stored draft after a worker crash.
  const fail = useCallback(() => {
    setLost(true);
    setFound(undefined);
  }, []);
  return { session, view, show, fail, isLost };
}

/** Asks which recipients already have the badge. Returns false on failure. */
export function useExistingRecipients(
  session: WorkerSession,
  view: DraftView | undefined,
  step: WizardStep,
  show: (view: DraftView) => void,
): boolean {
  const { api } = useAccount();
  const [areKnown, setKnown] = useState(true);
  const latest = useRef('');
  const badgeId = view?.options.badgeId;
  const isWanted =
    view !== undefined && !isCorrection(view) && (step === 'check' || step === 'issue');
  // Another badge, other columns or other rows need another query.
  const question =
    isWanted && badgeId
      ? JSON.stringify([
          view.id,
          view.options.badgeId,
          view.options.attributes,
          view.matched,
          view.sheet,
          view.firstRow,
          view.hasHeader,
        ])
      : '';
  useEffect(() => {
    if (question === '' || !badgeId || latest.current === question) return;
    latest.current = question;
    const ask = async () => {
      const emails = await session.ask('emails');
      const found = { emails: [] as string[], notEmailed: [] as string[] };
      for (let from = 0; from < emails.length; from += holdersLimit) {
        const some = emails.slice(from, from + holdersLimit);
        const known = await api.badges.holders({ badgeId, emails: some });
        found.emails.push(...known.emails);
        found.notEmailed.push(...known.notEmailed);
      }
      if (latest.current !== question) return;
      show(await session.ask('setKnown', found));
      setKnown(true);
    };
    ask().catch(() => {
      latest.current = '';
      setKnown(false);
    });
  }, [question, badgeId, api, session, show]);
  return areKnown;
}

/** Languages for month names. */
export const getReaderLocales = (): readonly string[] =>
  [...navigator.languages, 'en'].filter(isLanguage);
