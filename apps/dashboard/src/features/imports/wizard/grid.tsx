import type { RecipientField } from '@insignia/recipients';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { getFieldLabel } from '../labels.ts';
import { FIXED_FIELD_COUNT, GridRow } from './grid-row.tsx';
import type { ActiveCell, GridRows } from './use-grid-rows.ts';
import classes from './wizard.module.css';

const [plainPx, wordsPx, morePx, headPx] = [45, 25, 52, 40];
const ahead = 8;

/** Renders only visible rows. */
export function Grid({ rows }: { rows: GridRows }) {
  const frame = useRef<HTMLDivElement>(null);
  const { count, words, look, fields } = rows;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: (at) =>
      plainPx + (words[at] ? wordsPx : 0) + (fields.length > FIXED_FIELD_COUNT ? morePx : 0),
    overscan: ahead,
    scrollPaddingStart: headPx,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => look(first, last), [look, first, last]);
  const walk = useGridKeyboard(frame, rows, (position) => virtual.scrollToIndex(position));
  return (
    <div className={classes.frame} ref={frame} tabIndex={-1} data-scrolled>
      <table
        aria-label={t('check.list')}
        aria-rowcount={count + 1}
        className={classes.grid}
        onKeyDown={walk}
      >
        <thead>
          <tr aria-rowindex={1} className={classes.gridRow}>
            <th scope="col">{t('check.row')}</th>
            {fields.slice(0, FIXED_FIELD_COUNT).map((field) => (
              <th scope="col" key={field}>
                {getFieldLabel(field)}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <GridRow
              key={index}
              position={index}
              start={start}
              measure={virtual.measureElement}
              row={rows.rows.get(index)}
              rows={rows}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Enter: 1 };

/** Keyboard navigation between rows, also to rows out of view. Ctrl+D fills down. */
function useGridKeyboard(
  frame: RefObject<HTMLDivElement | null>,
  { active, count, fillDown }: GridRows,
  scrollTo: (position: number) => void,
) {
  const pendingFocus = useRef<ActiveCell>(undefined);
  const inputAt = (position: number, field: RecipientField) =>
    frame.current?.querySelector<HTMLElement>(
      `[data-index="${position}"] [aria-label][data-field="${CSS.escape(field)}"]`,
    );
  // Focuses a row that has just been scrolled into view.
  useEffect(() => {
    const found =
      pendingFocus.current && inputAt(pendingFocus.current.position, pendingFocus.current.field);
    if (!found) return;
    pendingFocus.current = undefined;
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
    else pendingFocus.current = { position, field: at.field };
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
