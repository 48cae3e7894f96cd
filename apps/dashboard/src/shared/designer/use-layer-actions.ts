import {
  addLayers,
  changeLayers,
  duplicateLayersBeside,
  type EditableLayer,
  findLayers,
  groupLayers,
  type Order,
  orderLayers,
  removeLayers,
  ungroupLayers,
} from '@insignia/design/edit';
import { type RefObject, useEffect, useMemo } from 'react';
import { createLayerId, useDesigner } from './context.ts';

/** Actions on the selection, by button or key. */
export function useLayerActions() {
  const { store, change, select, clipboard, unit } = useDesigner();
  return useMemo(() => {
    const now = () => store.getState();
    const chosen = () => findLayers(now().design, now().selected);
    const add = <L extends EditableLayer>(layers: readonly L[]) =>
      change(
        (design) => addLayers(design, layers),
        undefined,
        layers.map(({ id }) => id),
      );
    const remove = () => change((design) => removeLayers(design, now().selected));
    /** Returns false if storage is full. */
    const copy = () => {
      if (chosen().length === 0) return false;
      try {
        localStorage.setItem(clipboard.key, clipboard.write(chosen()));
        return true;
      } catch {
        return false;
      }
    };
    const addBeside = (layers: readonly EditableLayer[]) =>
      add(duplicateLayersBeside(now().design, layers, createLayerId, unit.aside));
    return {
      add,
      remove,
      copy,
      duplicate: () => addBeside(chosen()),
      cut: () => {
        if (copy()) remove();
      },
      paste: () => addBeside(clipboard.read(localStorage.getItem(clipboard.key) ?? '')),
      group: () => change((design) => groupLayers(design, now().selected, createLayerId())),
      ungroup: () => change((design) => ungroupLayers(design, now().selected)),
      order: (to: Order) => change((design) => orderLayers(design, now().selected, to)),
      all: () =>
        select(
          now()
            .design.layers.filter(({ locked, hidden }) => !locked && !hidden)
            .map(({ id }) => id),
        ),
      none: () => select([]),
      toggle: (id: string, member: 'locked' | 'hidden') =>
        change((design) =>
          changeLayers(design, [id], (layer) => ({ ...layer, [member]: !layer[member] })),
        ),
    };
  }, [store, change, select, clipboard, unit]);
}

const written = 'textarea, select, [contenteditable], input:not([type="checkbox"], [type="color"])';
/** Escape in a property leaves that property first. */
const left = `${written}, [data-properties] *`;

/** True while the user types or a dialog covers the designer. */
function isTaken({ target, key }: KeyboardEvent, root: HTMLElement | null): boolean {
  if (isCovered(root)) return true;
  return target instanceof HTMLElement && target.matches(key === 'Escape' ? left : written);
}

/** Common shortcuts of drawing programs. */
export function useDesignerShortcuts(root: RefObject<HTMLElement | null>, save: () => void): void {
  const { undo, redo } = useDesigner();
  const acts = useLayerActions();
  useEffect(() => {
    const withControl: Readonly<Record<string, () => void>> = {
      a: acts.all,
      c: acts.copy,
      d: acts.duplicate,
      g: acts.group,
      v: acts.paste,
      x: acts.cut,
      y: redo,
      z: undo,
      ']': () => acts.order('forward'),
      '[': () => acts.order('backward'),
    };
    const withShiftToo: Readonly<Record<string, () => void>> = {
      g: acts.ungroup,
      z: redo,
      ']': () => acts.order('front'),
      '}': () => acts.order('front'),
      '[': () => acts.order('back'),
      '{': () => acts.order('back'),
    };
    const alone: Readonly<Record<string, () => void>> = {
      Backspace: acts.remove,
      Delete: acts.remove,
      Escape: acts.none,
    };
    const findAction = (event: KeyboardEvent) => {
      const isControl = event.ctrlKey || event.metaKey;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (!isControl) return alone[key];
      return (event.shiftKey ? withShiftToo : withControl)[key];
    };
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 's') {
        event.preventDefault();
        return save();
      }
      if (isTaken(event, root.current)) return;
      const act = findAction(event);
      if (!act) return;
      event.preventDefault();
      act();
    };
    // Captures before dialogs, so that one closed by Escape is still detected.
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [acts, undo, redo, save, root]);
}

/** True if a dialog covers the designer. The designer may be in a dialog itself. */
export function isCovered(root: HTMLElement | null): boolean {
  const dialogs = document.querySelectorAll('[role="dialog"][aria-modal="true"]');
  const top = dialogs[dialogs.length - 1];
  return top !== undefined && !top.contains(root);
}
