import { useCallback, useEffect, useState } from 'react';
import { useHere } from '../../../shared/account.ts';
import { openDesk } from '../work/ask.ts';
import type { View } from '../work/view.ts';
import { readerLocales } from './reader-locales.ts';

/** The list that the address names, opened where a reload or the worker's end has closed it. */
export function useDraft(id: string | undefined, isGone: () => void) {
  const { accountId } = useHere();
  const [desk] = useState(openDesk);
  const [found, setFound] = useState<View>();
  const [isLost, setLost] = useState(false);
  useEffect(() => () => desk.leave(), [desk]);
  const view = found?.id === id ? found : undefined;
  const isThere = view !== undefined;
  useEffect(() => {
    if (!id || isThere) return;
    let isLeft = false;
    desk.ask('open', id, accountId, readerLocales()).then(
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
  }, [id, isThere, desk, accountId, isGone]);
  const show = useCallback((next: View) => {
    setLost(false);
    setFound(next);
  }, []);
  // What the worker had is gone with it; what was kept is opened again.
  const fail = useCallback(() => {
    setLost(true);
    setFound(undefined);
  }, []);
  return { desk, view, show, fail, isLost };
}
