import type { Design } from '@insignia/design';
import { withGroups } from '@insignia/design/edit';
import { temporal } from 'zundo';
import { createStore } from 'zustand/vanilla';

const steps = 200;

type State = {
  design: Design;
  /** Ids of layers; of a group, all of them. */
  selected: readonly string[];
  /** What was chosen when the last step was done: chosen again when it is done again. */
  worked: readonly string[];
  /** What is chosen next is chosen as well, as with Shift. */
  isAdding: boolean;
};

/**
 * The document that is worked on and what is chosen in it. `change` is one step that can be undone; changes of one
 * gesture, such as dragging or typing in one field, name it and are one step together.
 */
export function createDesignStore(initial: Design) {
  const store = createStore<State>()(
    temporal((): State => ({ design: initial, selected: [], worked: [], isAdding: false }), {
      limit: steps,
      // What was chosen comes back with its step, and is none by itself.
      partialize: ({ design, selected, worked }) => ({ design, selected, worked }),
      equality: (past, now) => past.design === now.design,
    }),
  );
  const history = store.temporal;
  let gesture: string | undefined;

  const select = (ids: readonly string[]) => {
    gesture = undefined;
    store.setState(({ design }) => ({ selected: withGroups(design, ids) }));
  };
  /** With `chosen`, what is chosen from then on: what has just been made. */
  const change = (
    edit: (design: Design) => Design,
    within?: string,
    chosen?: readonly string[],
  ) => {
    const { design, selected } = store.getState();
    const edited = edit(design);
    if (isSame(edited, design)) return;
    const isMore = within !== undefined && within === gesture;
    const worked = withGroups(edited, chosen ?? selected);
    if (isMore) history.getState().pause();
    store.setState({ design: edited, selected: worked, worked });
    history.getState().resume();
    gesture = within;
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
    toggleAdding: () => store.setState(({ isAdding }) => ({ isAdding: !isAdding })),
    /** What comes next is a step of its own. */
    endGesture: () => {
      gesture = undefined;
    },
    /** Takes back what was done within the gesture that goes on, if one does. */
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

/** Nothing was done, such as by moving what is locked. */
function isSame({ layers, ...one }: Design, { layers: others, ...other }: Design): boolean {
  return (
    layers.length === others.length &&
    layers.every((layer, n) => layer === others[n] || isAlike(layer, others[n])) &&
    isAlike(one, other)
  );
}

const isAlike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export type DesignStore = ReturnType<typeof createDesignStore>;
