import type { Design } from '@insignia/design';
import { withGroups } from '@insignia/design/edit';
import { temporal } from 'zundo';
import { createStore } from 'zustand/vanilla';

const steps = 200;

type State = {
  design: Design;
  /** Ids of layers; of a group, all of them. */
  selected: readonly string[];
  /** What is chosen next is chosen as well, as with Shift. */
  isAdding: boolean;
};

/**
 * The document that is worked on and what is chosen in it. `change` is one step that can be undone; changes of one
 * gesture, such as dragging or typing in one field, name it and are one step together.
 */
export function createDesignStore(initial: Design) {
  const store = createStore<State>()(
    temporal((): State => ({ design: initial, selected: [], isAdding: false }), {
      limit: steps,
      partialize: ({ design }) => ({ design }),
      equality: (past, now) => past.design === now.design,
    }),
  );
  const history = store.temporal;
  let gesture: string | undefined;

  const select = (ids: readonly string[]) => {
    gesture = undefined;
    store.setState(({ design }) => ({ selected: withGroups(design, ids) }));
  };
  const change = (edit: (design: Design) => Design, within?: string) => {
    const { design } = store.getState();
    const edited = edit(design);
    if (edited === design) return;
    const isSame = within !== undefined && within === gesture;
    if (isSame) history.getState().pause();
    store.setState({ design: edited });
    history.getState().resume();
    gesture = within;
  };
  const goBack = (way: 'undo' | 'redo') => {
    gesture = undefined;
    history.getState()[way]();
    // What is chosen may be gone.
    store.setState(({ design, selected }) => ({ selected: withGroups(design, selected) }));
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
    undo: () => goBack('undo'),
    redo: () => goBack('redo'),
  };
}

export type DesignStore = ReturnType<typeof createDesignStore>;
