/** The document as it is sent, perhaps with its picture. */
export type DesignToSave = { design: unknown };

type SavePhase<F extends DesignToSave> =
  | { name: 'idle' }
  | { name: 'saving' }
  /** Nothing is visible, so there is no picture to save. */
  | { name: 'blank' }
  | { name: 'failed'; problem: unknown }
  | { name: 'unanswered'; problem: unknown }
  | SaveConflict<F>;

/** Someone else saved first. The user compares both versions and chooses one. */
export type SaveConflict<F extends DesignToSave = DesignToSave> = {
  name: 'conflict';
  mine: F;
  /** Version that the refused save expected. Each conflict has another one. */
  expected: string;
  /** The chosen version is being saved or opened. */
  isBusy: boolean;
  problem?: unknown;
};

/** A design and its copy at the service. */
export type SaveState<F extends DesignToSave = DesignToSave> = {
  /** The design on the screen. */
  current: F['design'];
  /** The design at the service. Unknown if a draft was restored. */
  saved: F['design'] | undefined;
  /** Version that the next save replaces: one that the user has seen. */
  etag: string;
  hasSaved: boolean;
  phase: SavePhase<F>;
};

export type SaveEvent<F extends DesignToSave = DesignToSave> =
  | { type: 'changed'; design: F['design'] }
  | { type: 'save pressed' }
  | { type: 'nothing visible' }
  | { type: 'answered'; design: F['design']; etag: string }
  | { type: 'conflicted'; mine: F }
  | { type: 'refused'; problem: unknown }
  | { type: 'unanswered'; problem: unknown }
  | { type: 'connection back' }
  | { type: 'overwrite pressed'; theirs: string }
  | { type: 'open theirs pressed' }
  | { type: 'conflict closed' };

const idle = { name: 'idle' } as const;
const saving = { name: 'saving' } as const;

export function createSaveState<F extends DesignToSave>(
  current: F['design'],
  { etag = '', isDraft = false }: { etag?: string; isDraft?: boolean } = {},
): SaveState<F> {
  return { current, saved: isDraft ? undefined : current, etag, hasSaved: false, phase: idle };
}

export function isUnsaved({ current, saved }: Pick<SaveState, 'current' | 'saved'>): boolean {
  return current !== saved;
}

/** Returns the same state for an event that is ignored, such as a second click on Save. */
export function reduceSave<F extends DesignToSave>(
  state: SaveState<F>,
  event: SaveEvent<F>,
): SaveState<F> {
  const { phase } = state;
  switch (event.type) {
    case 'changed':
      return {
        ...state,
        current: event.design,
        phase: phase.name === 'blank' ? idle : phase,
      };
    case 'save pressed':
      return isSaving(state) || phase.name === 'conflict' ? state : { ...state, phase: saving };
    case 'answered': {
      const { design, etag } = event;
      // Changes made during saving stay unsaved.
      return { ...state, saved: design, etag, hasSaved: true, phase: idle };
    }
    case 'nothing visible':
      return { ...state, phase: { name: 'blank' } };
    case 'conflicted':
      return {
        ...state,
        phase: { name: 'conflict', mine: event.mine, expected: state.etag, isBusy: false },
      };
    case 'refused':
    case 'unanswered':
      return { ...state, phase: failPhase(phase, event) };
    case 'connection back':
      return phase.name === 'unanswered' ? { ...state, phase: idle } : state;
    case 'overwrite pressed':
      return startChoice(state, event.theirs);
    case 'open theirs pressed':
      return startChoice(state, state.etag);
    case 'conflict closed':
      if (phase.name !== 'conflict') return state;
      return { ...state, phase: phase.isBusy ? saving : idle };
  }
}

export function isSaving<F extends DesignToSave>({ phase }: Pick<SaveState<F>, 'phase'>): boolean {
  return phase.name === 'saving' || (phase.name === 'conflict' && phase.isBusy);
}

/** A choice that failed leaves its dialog open, so that the user can choose again. */
function failPhase<F extends DesignToSave>(
  phase: SavePhase<F>,
  { type, problem }: { type: 'refused' | 'unanswered'; problem: unknown },
): SavePhase<F> {
  if (phase.name === 'conflict') return { ...phase, isBusy: false, problem };
  return { name: type === 'refused' ? 'failed' : 'unanswered', problem };
}

function startChoice<F extends DesignToSave>(state: SaveState<F>, etag: string): SaveState<F> {
  const { phase } = state;
  if (phase.name !== 'conflict' || phase.isBusy) return state;
  const { problem: _, ...conflict } = phase;
  return { ...state, etag, phase: { ...conflict, isBusy: true } };
}
