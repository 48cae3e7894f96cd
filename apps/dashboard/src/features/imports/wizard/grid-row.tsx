import type { RecipientField, ShownRow } from '@insignia/recipients';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../messages/en/imports.ts';
import { describeFieldError } from '../../../shared/field-errors.ts';
import { toSentence } from '../../../shared/problem.ts';
import { getFieldLabel } from '../labels.ts';
import type { GridRows } from './use-grid-rows.ts';
import classes from './wizard.module.css';

type Props = {
  position: number;
  start: number;
  measure: (element: HTMLElement | null) => void;
  row: ShownRow | undefined;
  rows: GridRows;
};

/** Number of fields every row has. Others are below them. */
export const FIXED_FIELD_COUNT = 4;

/** A recipient's cells with errors below. */
export function GridRow({ position, start, measure, row, rows }: Props) {
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
          <td className={classes.takeOut}>
            <ActionIcon
              variant="subtle"
              aria-label={t('check.remove', { row: row.number })}
              onClick={() => void rows.takeOut(row.row)}
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
