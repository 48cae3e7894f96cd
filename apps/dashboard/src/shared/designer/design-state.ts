import { expandGroups, type LayerDocument } from '@insignia/design/edit';
import { temporal } from 'zundo';
import { createStore } from 'zustand/vanilla';

const steps = 200;

type State<D> = {
  design: D;
  /** Selected layer ids, with all members of a group. */
  selected: readonly string[];
  /** Selection of the last step, restored by redo. */
  worked: readonly string[];
  /** Adds to the selection, like Shift. */
  isAdding: boolean;
};

/**
 * State of the document and selection. Each `change` is an undo step. Changes of one gesture, such
 * as a drag or typing in a field, share its name and form one step.
 */
export function createDesignStore<D extends LayerDocument>(initial: D) {
  const store = createStore<State<D>>()(
    temporal((): State<D> => ({ design: initial, selected: [], worked: [], isAdding: false }), {
      limit: steps,
      // The selection is restored with its step, but is not a step.
      partialize: ({ design, selected, worked }) => ({ design, selected, worked }),
      equality: (past, now) => past.design === now.design,
    }),
  );
  const history = store.temporal;
  let gesture: string | undefined;

  const select = (ids: readonly string[]) => {
    gesture = undefined;
    store.setState(({ design }) => ({ selected: expandGroups(design, ids) }));
  };
  /** `chosen` selects what was just created. */
  const change = (edit: (design: D) => D, within?: string, chosen?: readonly string[]) => {
    const { design, selected } = store.getState();
    const edited = edit(design);
    if (isSame(edited, design)) return;
    const isMore = within !== undefined && within === gesture;
    const worked = expandGroups(edited, chosen ?? selected);
    if (isMore) history.getState().pause();
    store.setState({ design: edited, selected: worked, worked });
    history.getState().resume();
    gesture = within;
  };
  /** Shows another part of the document, which isn't a step. */
  const show = (turn: (design: D) => D) => {
    gesture = undefined;
    history.getState().pause();
    store.setState(({ design }) => ({ design: turn(design), selected: [], worked: [] }));
    history.getState().resume();
  };
  const undo = () => {
    gesture = undefined;
    history.getState().undo();
  };

  return {
    store,
    history,
    select,
    change,
    show,
    toggleAdding: () => store.setState(({ isAdding }) => ({ isAdding: !isAdding })),
    /** Starts a new step. */
    endGesture: () => {
      gesture = undefined;
    },
    /** Reverts the current gesture. */
    cancelGesture: () => {
      if (gesture !== undefined) undo();
    },
    undo,
    redo: () => {
      gesture = undefined;
      if (history.getState().futureStates.length === 0) return;
      history.getState().redo();
      store.setState(({ worked }) => ({ selected: worked }));
    },
  };
}

/** True if nothing changed, for example after moving a locked layer. */
function isSame(
  { layers, ...one }: LayerDocument,
  { layers: others, ...other }: LayerDocument,
): boolean {
  return (
    layers.length === others.length &&
    layers.every((layer, n) => layer === others[n] || isAlike(layer, others[n])) &&
    isAlike(one, other)
  );
}

const isAlike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export type DesignStore<D extends LayerDocument = LayerDocument> = ReturnType<
  typeof createDesignStore<D>
>;
