import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { deleteDraft } from '../draft.ts';
import { isConflict, isTransient } from '../problem.ts';
import {
  type DesignToSave,
  isUnsaved,
  reduceSave,
  type SaveEvent,
  type SaveState,
} from './save-state.ts';

type Settings<F extends DesignToSave> = {
  /** Replaces the version `etag` and returns the new one. */
  send: (finished: F, etag: string) => Promise<string>;
  /** Called after each change, and after a save during which more changes were made. */
  storeDraft: (state: SaveState<F>) => void;
  deleteDraft: () => void;
};
/** Undefined if nothing is visible. */
type Finish<F extends DesignToSave> = () => Promise<F | undefined>;
export type DesignSave<F extends DesignToSave> = ReturnType<typeof useDesignSave<F>>;

/**
 * Saves a design. The state changes before the next render, so a second click in between is ignored.
 */
export function useDesignSave<F extends DesignToSave>(
  createInitial: () => SaveState<F>,
  settings: Settings<F>,
) {
  const [store] = useState(() => createStore<SaveState<F>>(createInitial));
  return { state: useStore(store), ...createSaveActions(store, settings) };
}

type StoredDesign<F extends DesignToSave> = Pick<Settings<F>, 'send'> & {
  /** Name of the draft with changes that aren't saved yet. */
  draft: string;
  saveDraft: (name: string, design: F['design'], etag: string) => void;
  /** Reads the version that someone else saved. */
  readAgain: () => Promise<unknown>;
  /** Opens the version that was read last. */
  reopen: () => void;
};

/** Saves changes of a design that someone else may change too. */
export function useStoredDesignSave<F extends DesignToSave>(
  createInitial: () => SaveState<F>,
  { draft, saveDraft, send, readAgain, reopen }: StoredDesign<F>,
) {
  const saving = useDesignSave<F>(createInitial, {
    send,
    storeDraft: (state) => {
      // Reverted to the saved state.
      if (!isUnsaved(state)) deleteDraft(draft);
      else saveDraft(draft, state.current, state.etag);
    },
    deleteDraft: () => deleteDraft(draft),
  });
  const openTheirs = async () => {
    await readAgain();
    deleteDraft(draft);
    reopen();
  };
  return {
    saving,
    /** Choices in the dialog about a conflict. */
    choices: {
      close: () => saving.dispatch({ type: 'conflict closed' }),
      saveMine: saving.overwrite,
      openTheirs: () => saving.openTheirs(openTheirs),
    },
  };
}

function createSaveActions<F extends DesignToSave>(
  store: StoreApi<SaveState<F>>,
  settings: Settings<F>,
) {
  /** False if the event is ignored. */
  const dispatch = (event: SaveEvent<F>): boolean => {
    const before = store.getState();
    store.setState(reduceSave(before, event), true);
    return store.getState() !== before;
  };
  const fail = (problem: unknown) =>
    dispatch({ type: isTransient(problem) ? 'unanswered' : 'refused', problem });
  const send = async (mine: F) => {
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
    change: (design: F['design']) => {
      dispatch({ type: 'changed', design });
      settings.storeDraft(store.getState());
    },
    save: async (finish: Finish<F>) => {
      if (!dispatch({ type: 'save pressed' })) return;
      try {
        const finished = await finish();
        if (finished === undefined) dispatch({ type: 'nothing visible' });
        else await send(finished);
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
