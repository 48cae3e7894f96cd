import type { Attributes, RecipientField } from '../columns/fields.ts';
import {
  type CellErrors,
  countErrors,
  createDuplicateIndex,
  createRowCheck,
  toCsv,
} from './rows.ts';

/** Fields of each row, custom fields of the badge, and the current time. */
export type ListSettings = {
  fields: readonly RecipientField[];
  attributes: Attributes;
  now: number;
};
/** Rows that aren't for this import are ignored. */
export type ListRow = { number: number; cells: readonly string[]; isLeftOut?: boolean };
/** A manual change to a row, by its position: edited cells, or removed. */
export type RowEdit = { cells?: readonly string[]; isOut?: boolean };
export type RowEdits = ReadonlyMap<number, RowEdit>;

export type RowFilter = 'all' | 'faults' | 'duplicates';
export type RowCounts = {
  /** Rows not removed. */
  rows: number;
  /** Cells with errors, and rows that contain them. */
  errors: number;
  rowsWithErrors: number;
  /** Rows without errors whose recipient is a duplicate or already has the badge. */
  repeated: number;
  holders: number;
  /** Rows without errors that get no email: of new recipients, and of those counted above. */
  notEmailed: number;
  notEmailedAgain: number;
  out: number;
  isUndoable: boolean;
};
/** Addresses that have the badge, and those that get no email. */
export type KnownAddresses = { emails: readonly string[]; notEmailed: readonly string[] };
export type ShownRow = {
  row: number;
  number: number;
  cells: readonly string[];
  errors: CellErrors;
  /** Number of the first correct row with the same address. */
  duplicateOf: number | undefined;
  isHeld: boolean;
};

const MAX_UNDO_STEPS = 100;

type Change = ReadonlyMap<number, RowEdit>;

/** A list of recipients to check, edit and send. `edits` restores earlier changes. */
export function createList(
  base: readonly ListRow[],
  edits: RowEdits,
  { fields, attributes, now }: ListSettings,
) {
  const emailAt = fields.indexOf('email');
  const checkRow = createRowCheck(fields, attributes, now);
  const cells = base.map((row, at) => edits.get(at)?.cells ?? row.cells);
  const isOut = base.map((_, at) => edits.get(at)?.isOut === true);
  const cellErrors = cells.map((row, at) => (base[at]?.isLeftOut ? [] : checkRow(row)));
  const edited = new Map(edits);
  const done: Change[] = [];
  const idAt = fields.indexOf('id');
  const keyAt = idAt < 0 ? emailAt : idAt;
  const people = createDuplicateIndex(idAt >= 0);
  for (const [at, row] of cells.entries())
    if (!isOut[at] && !base[at]?.isLeftOut) people.add(row[keyAt] ?? '', at);
  const isFaulty = (at: number): boolean => countErrors(cellErrors[at] ?? []) > 0;
  let repeated = people.repeated(isFaulty);
  let holders = new Set<number>();
  let notEmailed = new Set<number>();

  const stays = (at: number): boolean => isOut[at] === false && !base[at]?.isLeftOut;
  const places = (is: (at: number) => boolean): number[] =>
    base.flatMap((_, at) => (stays(at) && is(at) ? [at] : []));

  const findRows = (emails: readonly string[]): number[] =>
    emails.flatMap((email) => [...people.rowsOf(email)]);
  const getEmail = (row: readonly string[]): string => row[emailAt] ?? '';
  const dropKnown = (at: number): void => {
    holders.delete(at);
    notEmailed.delete(at);
  };
  const put = (at: number, edit: RowEdit): RowEdit => {
    const before = { cells: cells[at] ?? [], isOut: isOut[at] === true };
    const after = { ...before, ...edit };
    if (!before.isOut) people.remove(before.cells[keyAt] ?? '', at);
    if (!after.isOut) people.add(after.cells[keyAt] ?? '', at);
    // Another address needs another check.
    if (getEmail(after.cells) !== getEmail(before.cells)) dropKnown(at);
    if (after.cells !== before.cells) cellErrors[at] = checkRow(after.cells);
    cells[at] = after.cells;
    isOut[at] = after.isOut;
    edited.set(at, after);
    return before;
  };
  const apply = (change: Change): Change => {
    const before = new Map([...change].map(([at, edit]) => [at, put(at, edit)]));
    repeated = people.repeated(isFaulty);
    return before;
  };
  const doOnce = (change: Change): number => {
    if (change.size === 0) return 0;
    done.push(apply(change));
    if (done.length > MAX_UNDO_STEPS) done.shift();
    return change.size;
  };
  const removeRows = (rows: readonly number[]): number =>
    doOnce(new Map(rows.filter(stays).map((at) => [at, { isOut: true }])));

  return {
    /** Positions of visible rows. */
    places: (shown: RowFilter): number[] => {
      if (shown === 'all') return places(() => true);
      if (shown === 'faults') return places(isFaulty);
      return places((at) => repeated.has(at) || holders.has(at));
    },
    rows: (positions: readonly number[]): ShownRow[] =>
      positions.map((at) => ({
        row: at,
        number: base[at]?.number ?? 0,
        cells: cells[at] ?? [],
        errors: cellErrors[at] ?? [],
        duplicateOf: base[repeated.get(at) ?? -1]?.number,
        isHeld: holders.has(at),
      })),
    isFaulty,
    /** Rows with a message need more height. */
    hasWords: (at: number): boolean => isFaulty(at) || repeated.has(at) || holders.has(at),
    counts: (): RowCounts => {
      const faulty = places(isFaulty);
      const isIssuable = (at: number): boolean => !isFaulty(at);
      const isAgain = (at: number): boolean => repeated.has(at) || holders.has(at);
      const unmailed = places((at) => isIssuable(at) && notEmailed.has(at));
      return {
        rows: places(() => true).length,
        errors: faulty.reduce((sum, at) => sum + countErrors(cellErrors[at] ?? []), 0),
        rowsWithErrors: faulty.length,
        repeated: places((at) => isIssuable(at) && repeated.has(at) && !holders.has(at)).length,
        holders: places((at) => isIssuable(at) && holders.has(at)).length,
        notEmailed: unmailed.filter((at) => !isAgain(at)).length,
        notEmailedAgain: unmailed.filter(isAgain).length,
        out: isOut.filter(Boolean).length,
        isUndoable: done.length > 0,
      };
    },
    set: (at: number, field: RecipientField, value: string): number => {
      const before = cells[at] ?? [];
      const next = before.map((cell, column) => (fields[column] === field ? value : cell));
      return before.some((cell, column) => cell !== next[column])
        ? doOnce(new Map([[at, { cells: next }]]))
        : 0;
    },
    /** Copies the first row's value to the others. Returns the number of changes. */
    fillDown: (rows: readonly number[], field: RecipientField): number => {
      const [first, ...below] = rows;
      const column = fields.indexOf(field);
      const value = cells[first ?? -1]?.[column];
      if (value === undefined) return 0;
      const change = below
        .filter((at) => stays(at) && cells[at]?.[column] !== value)
        .map((at): [number, RowEdit] => [at, { cells: (cells[at] ?? []).with(column, value) }]);
      return doOnce(new Map(change));
    },
    removeRows,
    removeRowsWithErrors: (): number => removeRows(places(isFaulty)),
    undo: (): number => {
      const last = done.pop();
      if (last) apply(last);
      return last?.size ?? 0;
    },
    /** Addresses worth checking for an existing badge. */
    emails: (): string[] => [
      ...new Set(
        places((at) => cellErrors[at]?.[emailAt] === undefined).map(
          (at) => cells[at]?.[emailAt] ?? '',
        ),
      ),
    ],
    /** Marks addresses that have the badge or get no email. Others are unknown or known not to. */
    setKnown: (known: KnownAddresses): void => {
      holders = new Set(findRows(known.emails));
      notEmailed = new Set(findRows(known.notEmailed));
    },
    addKnown: (known: KnownAddresses): void => {
      for (const at of findRows(known.emails)) holders.add(at);
      for (const at of findRows(known.notEmailed)) notEmailed.add(at);
    },
    csv: (): string => {
      const all = places(() => true);
      return toCsv(
        fields,
        all.map((at) => cells[at] ?? []),
        all.map((at) => base[at]?.number ?? 0),
      );
    },
    fields,
    edits: (): RowEdits => edited,
  };
}
export type RecipientList = ReturnType<typeof createList>;
