import type { KeyboardEvent, ReactNode } from 'react';
import classes from './table.module.css';

export type Column<Row> = {
  title: string;
  /** Replaces the column's title with a control. */
  head?: ReactNode;
  /** The first column other than a checkbox contains the row's link. */
  show: (row: Row) => ReactNode;
  /** Checkbox column. */
  isChoice?: boolean;
  /** Right-aligned. */
  isNumber?: boolean;
  /** Hidden on narrow screens. */
  isMinor?: boolean;
  /** Below the others on narrow screens. */
  isBelow?: boolean;
};

export type TableProps<Row> = {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  getKey: (row: Row) => string;
};

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves between rows with the arrow keys. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')];
  const links = rows.map((row) => row.querySelector<HTMLElement>('a'));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = step === undefined || at < 0 ? undefined : links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function Table<Row>({ label, rows, columns, getKey }: TableProps<Row>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} onKeyDown={moveBetweenRows}>
        <TableHead columns={columns} />
        <tbody>
          {rows.map((row) => (
            <tr key={getKey(row)}>
              <TableCells row={row} columns={columns} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function TableHead<Row>({ columns }: Pick<TableProps<Row>, 'columns'>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.title} scope="col" {...getCellMarks(column, columns)}>
            {column.head ?? column.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function TableCells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map((column) => (
    <td key={column.title} {...getCellMarks(column, columns)}>
      {column.show(row)}
    </td>
  ));
}

/** Data attributes for styles. */
function getCellMarks<Row>(column: Column<Row>, columns: readonly Column<Row>[]) {
  const { isChoice, isNumber, isMinor, isBelow } = column;
  const isMain = column === columns.find((one) => !one.isChoice);
  return {
    'data-main': isMain || undefined,
    'data-choice': isChoice,
    'data-number': isNumber,
    'data-minor': isMinor,
    'data-below': isBelow,
  };
}
