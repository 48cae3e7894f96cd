import type { RecipientField } from '@insignia/recipients';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { ActiveCell, GridRows } from './use-grid-rows.ts';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Enter: 1 };

/** Keyboard navigation between rows, also to rows out of view. Ctrl+D fills down. */
export function useGridKeyboard(
  frame: RefObject<HTMLDivElement | null>,
  { active, count, fillDown }: GridRows,
  scrollTo: (position: number) => void,
) {
  const wanted = useRef<ActiveCell>(undefined);
  const inputAt = (position: number, field: RecipientField) =>
    frame.current?.querySelector<HTMLElement>(
      `[data-index="${position}"] [aria-label][data-field="${CSS.escape(field)}"]`,
    );
  // Focuses a row that has just been scrolled into view.
  useEffect(() => {
    const found = wanted.current && inputAt(wanted.current.position, wanted.current.field);
    if (!found) return;
    wanted.current = undefined;
    found.focus();
  });
  const fill = (at: ActiveCell): void => {
    // Commits the current input first.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void fillDown().then(() => inputAt(at.position, at.field)?.focus());
  };
  const step = (at: ActiveCell, by: number): void => {
    const position = at.position + by;
    if (position < 0 || position >= count) return;
    scrollTo(position);
    const found = inputAt(position, at.field);
    if (found) found.focus();
    else wanted.current = { position, field: at.field };
  };
  return (event: KeyboardEvent): void => {
    if (!active || !isCell(event.target)) return;
    const by = getRowStep(event);
    if (event.key === 'd' && (event.ctrlKey || event.metaKey)) fill(active);
    else if (by !== undefined) step(active, by);
    else return;
    event.preventDefault();
  };
}

const isCell = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.matches('[data-index] :is(input, textarea)');

/** In multi-line cells, arrow keys move between lines. */
function getRowStep({ key, target, nativeEvent }: KeyboardEvent): number | undefined {
  return target instanceof HTMLTextAreaElement || nativeEvent.isComposing ? undefined : steps[key];
}
