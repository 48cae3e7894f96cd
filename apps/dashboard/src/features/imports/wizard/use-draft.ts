import { useCallback, useEffect, useState } from 'react';
import { useAccount } from '../../../shared/account.ts';
import type { DraftView } from '../work/view.ts';
import { openImportSession } from '../work/worker-session.ts';
import { getReaderLocales } from './reader-locales.ts';

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
      (kept) => {
        if (isLeft) return;
        if (kept) setFound(kept);
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
