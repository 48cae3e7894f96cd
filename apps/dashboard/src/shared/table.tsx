import type { KeyboardEvent, ReactNode } from 'react';
import classes from './table.module.css';

export type Column<Row> = {
  title: string;
  /** Instead of the title, where something is done there. */
  head?: ReactNode;
  /** The first column that chooses nothing holds the link that the whole row is. */
  show: (row: Row) => ReactNode;
  /** Chooses the row: stands before the others. */
  isChoice?: boolean;
  /** Numbers stand under each other. */
  isNumber?: boolean;
  /** Left out where there is little room. */
  isMinor?: boolean;
  /** Stands below the others where there is little room. */
  isBelow?: boolean;
};

export type Rows<Row> = {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
};

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** From the link of one row to the next with the arrows. */
export function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = step === undefined || at < 0 ? undefined : links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function Table<Row>({ label, rows, columns, keyOf }: Rows<Row>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} onKeyDown={walk}>
        <Head columns={columns} />
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <Cells row={row} columns={columns} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Head<Row>({ columns }: Pick<Rows<Row>, 'columns'>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.title} scope="col" {...marksOf(column, columns)}>
            {column.head ?? column.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function Cells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map((column) => (
    <td key={column.title} {...marksOf(column, columns)}>
      {column.show(row)}
    </td>
  ));
}

/** What the style goes by. */
function marksOf<Row>(column: Column<Row>, columns: readonly Column<Row>[]) {
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
