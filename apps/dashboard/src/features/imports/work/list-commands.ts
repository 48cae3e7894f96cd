import {
  type CellReadOptions,
  type KnownAddresses,
  type RecipientField,
  type RecipientList,
  type RowFilter,
  readCell,
  type ShownRow,
} from '@insignia/recipients';
import type { DraftView } from './view.ts';

export type SkippedRow = Pick<ShownRow, 'row' | 'number' | 'isHeld' | 'duplicateOf'> & {
  name: string;
  email: string;
};

type ListDeps = {
  /** Builds the list from the file on first use. */
  requireList: () => RecipientList;
  /** How cells are parsed. */
  getReadOptions: () => CellReadOptions;
  view: () => DraftView;
  /** Stores edits. */
  afterChange: () => Promise<DraftView>;
};

/** Operations on the list of recipients. */
export function createListCommands({ requireList, getReadOptions, view, afterChange }: ListDeps) {
  let places: number[] = [];
  const listRowsWithText = (): Uint8Array =>
    Uint8Array.from(places, (at) => Number(requireList().hasWords(at)));

  return {
    /** Visible rows, and which have messages. */
    show: async (shown: RowFilter) => {
      places = requireList().places(shown);
      return { count: places.length, words: listRowsWithText() };
    },
    rows: async (from: number, to: number): Promise<ShownRow[]> =>
      requireList().rows(places.slice(from, to)),
    words: async () => listRowsWithText(),
    set: async (row: number, field: RecipientField, text: string) => {
      requireList().set(row, field, readCell(field, text, getReadOptions()));
      return afterChange();
    },
    fillDown: async (position: number, field: RecipientField) => {
      const filled = requireList().fillDown(places.slice(position), field);
      return { filled, view: await afterChange() };
    },
    removeRow: async (row: number) => {
      requireList().removeRows([row]);
      return afterChange();
    },
    removeRowsWithErrors: async () => {
      const removed = requireList().removeRowsWithErrors();
      return { removed, view: await afterChange() };
    },
    undo: async () => {
      requireList().undo();
      return afterChange();
    },
    emails: async () => requireList().emails(),
    setKnown: async (known: KnownAddresses) => {
      requireList().setKnown(known);
      return view();
    },
    addKnown: async (known: KnownAddresses) => {
      requireList().addKnown(known);
      return view();
    },
    /** The first rows that are duplicates or already have the badge. */
    skipped: async (max: number): Promise<SkippedRow[]> => {
      const { places, isFaulty, rows, fields } = requireList();
      const [name, email] = [fields.indexOf('name'), fields.indexOf('email')];
      const some = places('duplicates').filter((at) => !isFaulty(at));
      return rows(some.slice(0, max)).map(({ row, number, cells, isHeld, duplicateOf }) => ({
        ...{ row, number, isHeld, duplicateOf },
        ...{ name: cells[name] ?? '', email: cells[email] ?? '' },
      }));
    },
    file: async () => new Blob([requireList().csv()], { type: 'text/csv' }),
  };
}
