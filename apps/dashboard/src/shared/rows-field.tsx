import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import classes from './rows.module.css';
import { parseRows, serializeRows } from './rows.ts';

type Props<Row> = {
  legend: string;
  hint: string;
  /** Label of a numbered row. */
  name: (n: number) => string;
  /** Labels of the buttons to add and remove a row. */
  add: string;
  remove: (n: number) => string;
  limit: number;
  /** Columns on wide screens. */
  columns: 2 | 3;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
  empty: Row;
  /** `named` returns a field's label and unique name. */
  children: (
    row: Row,
    change: (next: Partial<Row>) => void,
    at: number,
    named: (label: string) => { label: string; 'aria-label': string },
  ) => ReactNode;
};

export function RowsField<Row extends object>(props: Props<Row>) {
  const { legend, hint, name, add, remove, limit, columns } = props;
  const { error, value, onChange, empty, children } = props;
  const rows = parseRows<Row>(value);
  const errorId = useId();
  const list = useRef<HTMLUListElement>(null);
  const put = (next: readonly Row[]) => onChange(serializeRows(next));
  const more = () => {
    put([...rows, empty]);
    // Focuses the new row once rendered.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(':scope > li:last-child input')?.focus(),
    );
  };
  return (
    <fieldset
      className={classes.rows}
      {...(error && { 'aria-invalid': true, 'aria-describedby': errorId, tabIndex: -1 })}
    >
      <legend>{legend}</legend>
      <p className="fine">{hint}</p>
      <ul ref={list}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
          <li key={at}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as one */}
            <div
              className={classes.fields}
              data-columns={columns}
              role="group"
              aria-label={name(at + 1)}
            >
              {children(
                row,
                (next) => put(rows.map((one, n) => (n === at ? { ...one, ...next } : one))),
                at,
                (label) => ({ label, 'aria-label': `${label}, ${name(at + 1)}` }),
              )}
            </div>
            <ActionIcon
              variant="subtle"
              aria-label={remove(at + 1)}
              onClick={() => put(rows.filter((_, n) => n !== at))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {error && (
        <p className={classes.error} role="alert" id={errorId}>
          {error}
        </p>
      )}
      {rows.length < limit && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={more}
        >
          {add}
        </Button>
      )}
    </fieldset>
  );
}
