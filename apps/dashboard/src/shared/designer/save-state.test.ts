import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Design } from '@insignia/design';
import { createEmptyDesign } from '@insignia/design/edit';
import fc from 'fast-check';
import {
  createSaveState,
  isSaving,
  isUnsaved,
  reduceSave,
  type SaveEvent,
  type SaveState,
} from './save-state.ts';

type BadgeToSave = { design: Design; image: string };
const [opened, edited, later] = [createEmptyDesign(), createEmptyDesign(), createEmptyDesign()];
const mine = { design: edited, image: 'png' };
const start = createSaveState<BadgeToSave>(opened, { etag: 'v1' });
const run = (events: readonly SaveEvent<BadgeToSave>[], state = start) =>
  events.reduce(reduceSave, state);

const change: SaveEvent<BadgeToSave> = { type: 'changed', design: edited };
const press: SaveEvent<BadgeToSave> = { type: 'save pressed' };
const answer: SaveEvent<BadgeToSave> = { type: 'answered', design: edited, etag: 'v2' };
const conflict: SaveEvent<BadgeToSave> = { type: 'conflicted', mine };
const overwrite: SaveEvent<BadgeToSave> = { type: 'overwrite pressed', theirs: 'v5' };
const refuse = { type: 'refused', problem: 'no' } as const;
const lose = { type: 'unanswered', problem: 'away' } as const;
const back: SaveEvent<BadgeToSave> = { type: 'connection back' };

test('a design is unsaved from its first change until the service answers', () => {
  assert.equal(isUnsaved(start), false);
  const changed = run([change]);
  assert.equal(isUnsaved(changed), true);
  const saving = run([press], changed);
  assert.deepEqual([isUnsaved(saving), isSaving(saving)], [true, true]);
  const saved = run([answer], saving);
  assert.deepEqual([isUnsaved(saved), isSaving(saved)], [false, false]);
  assert.deepEqual([saved.etag, saved.hasSaved], ['v2', true]);
  // Undo back to the saved design.
  assert.equal(isUnsaved(run([{ type: 'changed', design: later }, change], saved)), false);
});

test('a restored draft is unsaved, also without a change', () => {
  const draft = createSaveState<BadgeToSave>(edited, { etag: 'v1', isDraft: true });
  assert.equal(isUnsaved(draft), true);
  assert.equal(isUnsaved(run([press, answer], draft)), false);
});

test('a change made during saving stays unsaved', () => {
  const state = run([change, press, { type: 'changed', design: later }, answer]);
  assert.equal(state.current, later);
  assert.equal(isUnsaved(state), true);
});

test('a second Save is ignored while one is under way or a conflict is open', () => {
  for (const events of [
    [change, press],
    [change, press, conflict],
    [change, press, conflict, overwrite],
  ]) {
    const before = run(events);
    assert.equal(reduceSave(before, press), before, JSON.stringify(events));
  }
});

test('an invisible design is reported until it changes', () => {
  const blank = run([change, press, { type: 'nothing visible' }]);
  assert.deepEqual(blank.phase, { name: 'blank' });
  assert.deepEqual(run([{ type: 'changed', design: later }], blank).phase, { name: 'idle' });
});

test('a connection that is back clears an unanswered save, but not a refused one', () => {
  const unanswered = run([change, press, lose]);
  assert.deepEqual(unanswered.phase, { name: 'unanswered', problem: 'away' });
  assert.deepEqual(run([back], unanswered).phase, { name: 'idle' });
  assert.equal(isUnsaved(run([back], unanswered)), true);
  const refused = run([change, press, refuse, back]);
  assert.deepEqual(refused.phase, { name: 'failed', problem: 'no' });
  assert.deepEqual(run([press], refused).phase, { name: 'saving' });
});

test('overwriting replaces only the version that was shown, and each newer version asks again', () => {
  const saving = run([change, press, conflict]);
  assert.equal(saving.etag, 'v1');
  const over = run([overwrite], saving);
  assert.deepEqual([over.etag, isSaving(over)], ['v5', true]);
  assert.equal(reduceSave(over, overwrite), over);
  const again = run([conflict], over);
  assert.ok(again.phase.name === 'conflict' && saving.phase.name === 'conflict');
  assert.notEqual(again.phase.expected, saving.phase.expected);
  assert.equal(isUnsaved(run([answer], over)), false);
});

test('a choice that fails keeps the dialog with the problem, and can be repeated', () => {
  for (const choice of [overwrite, { type: 'open theirs pressed' } as const])
    for (const failure of [refuse, lose] as const) {
      const failed = run([change, press, conflict, choice, failure]);
      assert.ok(failed.phase.name === 'conflict');
      assert.equal(failed.phase.isBusy, false);
      assert.equal(failed.phase.problem, failure.problem);
      const repeated = run([choice], failed);
      assert.ok(repeated.phase.name === 'conflict' && repeated.phase.isBusy);
      assert.equal('problem' in repeated.phase, false);
    }
});

test('closing a conflict keeps the changes; a choice under way continues as a save', () => {
  const close: SaveEvent<BadgeToSave> = { type: 'conflict closed' };
  const closed = run([change, press, conflict, close]);
  assert.deepEqual([closed.phase, isUnsaved(closed)], [{ name: 'idle' }, true]);
  const continued = run([change, press, conflict, overwrite, close]);
  assert.deepEqual(continued.phase, { name: 'saving' });
  assert.equal(run([answer], continued).phase.name, 'idle');
});

/** A service that refuses all versions but its latest, and other people who save there. */
type World = {
  state: SaveState<BadgeToSave>;
  newest: Design;
  /** Latest version at the service. */
  version: number;
  seen: Set<string>;
  /** The request under way: a save, or reading the other version to open it. */
  request: { design: Design; etag: string } | 'reading' | undefined;
};

function createWorld() {
  const world: World = {
    state: start,
    newest: start.current,
    version: 1,
    seen: new Set(['v1']),
    request: undefined,
  };
  const dispatch = (event: SaveEvent<BadgeToSave>): boolean => {
    const before = world.state;
    world.state = reduceSave(before, event);
    return world.state !== before;
  };
  const send = (request: World['request']) => {
    assert.equal(world.request, undefined, 'two requests at once');
    world.request = request;
  };
  const end = (event: SaveEvent<BadgeToSave>) => {
    if (world.request === undefined) return;
    world.request = undefined;
    dispatch(event);
  };
  const see = () => {
    const shown = `v${world.version}`;
    world.seen.add(shown);
    return shown;
  };
  const openTheirs = () => {
    world.request = undefined;
    world.newest = createEmptyDesign();
    world.state = createSaveState<BadgeToSave>(world.newest, { etag: see() });
  };
  const save = ({ design, etag }: { design: Design; etag: string }) => {
    if (etag !== `v${world.version}`)
      return end({ type: 'conflicted', mine: { design, image: '' } });
    assert.ok(world.seen.has(etag), 'overwrote a version that the user has not seen');
    world.version += 1;
    end({ type: 'answered', design, etag: see() });
  };
  return {
    world,
    steps: {
      edit: () => {
        world.newest = createEmptyDesign();
        dispatch({ type: 'changed', design: world.newest });
      },
      press: () => {
        if (dispatch(press)) send({ design: world.state.current, etag: world.state.etag });
      },
      answer: () => {
        if (world.request === 'reading') openTheirs();
        else if (world.request) save(world.request);
      },
      lose: () => end(lose),
      refuse: () => end(refuse),
      someoneElseSaves: () => {
        world.version += 1;
      },
      overwrite: () => {
        const { phase } = world.state;
        if (phase.name !== 'conflict' || phase.isBusy) return;
        if (dispatch({ type: 'overwrite pressed', theirs: see() }))
          send({ design: phase.mine.design, etag: world.state.etag });
      },
      open: () => {
        if (dispatch({ type: 'open theirs pressed' })) send('reading');
      },
      close: () => dispatch({ type: 'conflict closed' }),
      back: () => dispatch(back),
    },
  };
}

test('no order of events loses a change, sends twice or overwrites an unseen version', () => {
  const names = Object.keys(createWorld().steps) as (keyof ReturnType<
    typeof createWorld
  >['steps'])[];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 60 }), (order) => {
      const { world, steps } = createWorld();
      for (const step of order) {
        const before = world.state;
        steps[step]();
        const { state, newest, request } = world;
        assert.equal(state.current, newest, 'a change is lost');
        assert.equal(isSaving(state), request !== undefined, 'Save shows another state');
        if (step !== 'answer') assert.equal(state.saved, before.saved);
        if (step === 'back' && before.phase.name !== 'unanswered') assert.equal(state, before);
      }
    }),
    { numRuns: 1_000 },
  );
});
