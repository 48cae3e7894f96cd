import type { Design } from '@insignia/design';
import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isConflict, isTransient } from '../../../shared/problem.ts';
import {
  type FinishedDesign,
  isUnsaved,
  reduceSave,
  type SaveEvent,
  type SaveState,
} from './save-state.ts';

type Settings = {
  /** Replaces the version `etag` and returns the new one. */
  send: (finished: FinishedDesign, etag: string) => Promise<string>;
  /** Called after each change, and after a save during which more changes were made. */
  storeDraft: (state: SaveState) => void;
  deleteDraft: () => void;
};
/** Without an image, nothing is visible. */
type DrawDesign = () => Promise<{ design: Design; image: string | undefined }>;
export type DesignSave = ReturnType<typeof useDesignSave>;

/**
 * Saves a design. The state changes before the next render, so a second click in between is ignored.
 */
export function useDesignSave(createInitial: () => SaveState, settings: Settings) {
  const [store] = useState(() => createStore<SaveState>(createInitial));
  return { state: useStore(store), ...createSaveActions(store, settings) };
}

function createSaveActions(store: StoreApi<SaveState>, settings: Settings) {
  /** False if the event is ignored. */
  const dispatch = (event: SaveEvent): boolean => {
    const before = store.getState();
    store.setState(reduceSave(before, event), true);
    return store.getState() !== before;
  };
  const fail = (problem: unknown) =>
    dispatch({ type: isTransient(problem) ? 'unanswered' : 'refused', problem });
  const send = async (mine: FinishedDesign) => {
    try {
      const etag = await settings.send(mine, store.getState().etag);
      dispatch({ type: 'answered', design: mine.design, etag });
      if (isUnsaved(store.getState())) settings.storeDraft(store.getState());
      else settings.deleteDraft();
    } catch (problem) {
      if (isConflict(problem)) dispatch({ type: 'conflicted', mine });
      else fail(problem);
    }
  };
  return {
    dispatch,
    change: (design: Design) => {
      dispatch({ type: 'changed', design });
      settings.storeDraft(store.getState());
    },
    save: async (draw: DrawDesign) => {
      if (!dispatch({ type: 'save pressed' })) return;
      try {
        const { design, image } = await draw();
        if (image === undefined) dispatch({ type: 'nothing visible' });
        else await send({ design, image });
      } catch (problem) {
        fail(problem);
      }
    },
    overwrite: async (theirs: string) => {
      const { phase } = store.getState();
      if (phase.name !== 'conflict') return;
      if (dispatch({ type: 'overwrite pressed', theirs })) await send(phase.mine);
    },
    openTheirs: async (open: () => Promise<void>) => {
      if (dispatch({ type: 'open theirs pressed' })) await open().catch(fail);
    },
  };
}
