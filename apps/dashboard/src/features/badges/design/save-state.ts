import type { Design } from '@insignia/design';

/** The document and its picture (PNG in base64). */
export type FinishedDesign = { design: Design; image: string };

type SavePhase =
  | { name: 'idle' }
  | { name: 'saving' }
  /** Nothing is visible, so there is no picture to save. */
  | { name: 'blank' }
  | { name: 'failed'; problem: unknown }
  | { name: 'unanswered'; problem: unknown }
  | SaveConflict;

/** Someone else saved first. The user compares both versions and chooses one. */
export type SaveConflict = {
  name: 'conflict';
  mine: FinishedDesign;
  /** Version that the refused save expected. Each conflict has another one. */
  expected: string;
  /** The chosen version is being saved or opened. */
  isBusy: boolean;
  problem?: unknown;
};

/** A design and its copy at the service. */
export type SaveState = {
  /** The design on the screen. */
  current: Design;
  /** The design at the service. Unknown if a draft was restored. */
  saved: Design | undefined;
  /** Version that the next save replaces: one that the user has seen. */
  etag: string;
  hasSaved: boolean;
  phase: SavePhase;
};

export type SaveEvent =
  | { type: 'changed'; design: Design }
  | { type: 'save pressed' }
  | { type: 'nothing visible' }
  | { type: 'answered'; design: Design; etag: string }
  | { type: 'conflicted'; mine: FinishedDesign }
  | { type: 'refused'; problem: unknown }
  | { type: 'unanswered'; problem: unknown }
  | { type: 'connection back' }
  | { type: 'overwrite pressed'; theirs: string }
  | { type: 'open theirs pressed' }
  | { type: 'conflict closed' };

const idle = { name: 'idle' } as const;
const saving = { name: 'saving' } as const;

export function createSaveState(
  current: Design,
  { etag = '', isDraft = false }: { etag?: string; isDraft?: boolean } = {},
): SaveState {
  return { current, saved: isDraft ? undefined : current, etag, hasSaved: false, phase: idle };
}

export function isUnsaved({ current, saved }: SaveState): boolean {
  return current !== saved;
}

/** Returns the same state for an event that is ignored, such as a second click on Save. */
export function reduceSave(state: SaveState, event: SaveEvent): SaveState {
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

export function isSaving({ phase }: SaveState): boolean {
  return phase.name === 'saving' || (phase.name === 'conflict' && phase.isBusy);
}

/** A choice that failed leaves its dialog open, so that the user can choose again. */
function failPhase(
  phase: SavePhase,
  { type, problem }: { type: 'refused' | 'unanswered'; problem: unknown },
): SavePhase {
  if (phase.name === 'conflict') return { ...phase, isBusy: false, problem };
  return { name: type === 'refused' ? 'failed' : 'unanswered', problem };
}

function startChoice(state: SaveState, etag: string): SaveState {
  const { phase } = state;
  if (phase.name !== 'conflict' || phase.isBusy) return state;
  const { problem: _, ...conflict } = phase;
  return { ...state, etag, phase: { ...conflict, isBusy: true } };
}
