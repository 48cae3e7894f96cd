import { useCallback, useEffect, useState } from 'react';
import { useHere } from '../../../shared/account.ts';
import { openImportSession } from '../work/ask.ts';
import type { View } from '../work/view.ts';
import { readerLocales } from './reader-locales.ts';

/** Opens the draft in the URL, also after a reload or a worker crash. */
export function useDraft(id: string | undefined, isGone: () => void) {
  const { accountId } = useHere();
  const [session] = useState(openImportSession);
  const [found, setFound] = useState<View>();
  const [isLost, setLost] = useState(false);
  useEffect(() => () => session.leave(), [session]);
  const view = found?.id === id ? found : undefined;
  const isThere = view !== undefined;
  useEffect(() => {
    if (!id || isThere) return;
    let isLeft = false;
    session.ask('open', id, accountId, readerLocales()).then(
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
  const show = useCallback((next: View) => {
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
