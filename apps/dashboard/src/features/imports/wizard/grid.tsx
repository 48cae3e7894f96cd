import type { RecipientField, ShownRow } from '@insignia/recipients';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { t } from '../../../messages/en/imports.ts';
import { describeFieldError } from '../../../shared/field-errors.ts';
import { toSentence } from '../../../shared/problem.ts';
import { getFieldLabel } from '../field-labels.ts';
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

type Props = {
  position: number;
  start: number;
  measure: (element: HTMLElement | null) => void;
  row: ShownRow | undefined;
  rows: GridRows;
};

/** Number of fields every row has. Others are below them. */
const FIXED_FIELD_COUNT = 4;

/** A recipient's cells with errors below. */
function GridRow({ position, start, measure, row, rows }: Props) {
  const id = useId();
  const { fields } = rows;
  const words = row ? describeRow(row, fields) : [];
  const cellAt = (of: ShownRow, field: RecipientField, at: number) => ({
    ...{ field, number: of.number, value: of.cells[at] ?? '' },
    isBad: of.errors[at] !== undefined,
    describedBy: of.errors[at] === undefined ? undefined : id,
    enter: () => rows.setActive({ position, field }),
    save: (text: string) => void rows.set(of.row, field, text),
  });
  const isBad = row?.errors.some((error) => error !== undefined);
  return (
    <tr
      aria-rowindex={position + 2}
      data-index={position}
      ref={measure}
      className={`${classes.gridRow} ${classes.line}`}
      data-tone={getTone(isBad, words.length > 0)}
      style={{ transform: `translateY(${start}px)` }}
    >
      {row && (
        <>
          <th scope="row" className={classes.number}>
            {row.number}
          </th>
          {fields.slice(0, FIXED_FIELD_COUNT).map((field, at) => (
            <td key={`${row.row}.${field}`} className={classes.cell} data-field={field}>
              <GridCell {...cellAt(row, field, at)} />
            </td>
          ))}
          <td className={classes.removeRow}>
            <ActionIcon
              variant="subtle"
              aria-label={t('check.remove', { row: row.number })}
              onClick={() => void rows.removeRow(row.row)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </td>
          {fields.length > FIXED_FIELD_COUNT && (
            <td className={classes.more}>
              {fields.slice(FIXED_FIELD_COUNT).map((field, at) => (
                <div key={`${row.row}.${field}`} className={classes.cell}>
                  <span aria-hidden>{getFieldLabel(field)}</span>
                  <GridCell {...cellAt(row, field, at + FIXED_FIELD_COUNT)} />
                </div>
              ))}
            </td>
          )}
          {words.length > 0 && (
            <td id={id} className={classes.words}>
              {words.join(' ')}
            </td>
          )}
        </>
      )}
    </tr>
  );
}

function describeRow(
  { errors, isHeld, duplicateOf }: ShownRow,
  fields: readonly RecipientField[],
): string[] {
  return [
    ...fields.flatMap((field, at) => {
      const error = errors[at];
      const named = error && { field: getFieldLabel(field), error: describeFieldError(error) };
      return named ? [toSentence(t('check.error', named))] : [];
    }),
    ...(isHeld ? [`${t('check.hasBadge')}.`] : []),
    ...(duplicateOf === undefined ? [] : [`${t('check.duplicateOf', { number: duplicateOf })}.`]),
  ];
}

function getTone(isBad: boolean | undefined, hasWords: boolean): string | undefined {
  if (isBad) return 'bad';
  return hasWords ? 'warn' : undefined;
}

type CellProps = {
  field: RecipientField;
  number: number;
  value: string;
  isBad: boolean;
  describedBy: string | undefined;
  enter: () => void;
  save: (text: string) => void;
};

/** An editable cell: saves on blur, Escape reverts. */
function GridCell({ field, number, value, isBad, describedBy, enter, save }: CellProps) {
  const [typed, setTyped] = useState<string>();
  const pending = useRef<() => void>(undefined);
  pending.current = typed !== undefined && typed !== value ? () => save(typed) : undefined;
  const leave = () => {
    pending.current?.();
    pending.current = undefined;
  };
  // Shows the typed text until the saved row arrives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the value changes
  useEffect(() => setTyped(undefined), [value]);
  // Saves a cell scrolled out of view while editing.
  useEffect(() => () => pending.current?.(), []);
  const undo = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || typed === undefined) return;
    event.preventDefault();
    setTyped(undefined);
  };
  const Box = field === 'narrative' || field === 'evidence' ? 'textarea' : 'input';
  return (
    <Box
      value={typed ?? value}
      data-field={field}
      aria-label={t('check.cell', { field: getFieldLabel(field), row: number })}
      aria-invalid={isBad || undefined}
      aria-describedby={describedBy}
      autoComplete="off"
      spellCheck={false}
      placeholder={getFieldLabel(field)}
      onFocus={enter}
      onBlur={leave}
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement & HTMLTextAreaElement>) =>
        setTyped(currentTarget.value)
      }
      onKeyDown={undo}
    />
  );
}
