import { type RefObject, useEffect } from 'react';
import { useDesigner } from './context.ts';
import { useLayerActions } from './use-layer-actions.ts';

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
