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
  listed: () => RecipientList;
  /** How cells are parsed. */
  reading: () => CellReadOptions;
  view: () => DraftView;
  /** Stores edits. */
  afterChange: () => Promise<DraftView>;
};

/** Operations on the list of recipients. */
export function createListCommands({ listed, reading, view, afterChange }: ListDeps) {
  let places: number[] = [];
  const listRowsWithText = (): Uint8Array =>
    Uint8Array.from(places, (at) => Number(listed().hasWords(at)));

  return {
    /** Visible rows, and which have messages. */
    show: async (shown: RowFilter) => {
      places = listed().places(shown);
      return { count: places.length, words: listRowsWithText() };
    },
    rows: async (from: number, to: number): Promise<ShownRow[]> =>
      listed().rows(places.slice(from, to)),
    words: async () => listRowsWithText(),
    set: async (row: number, field: RecipientField, text: string) => {
      listed().set(row, field, readCell(field, text, reading()));
      return afterChange();
    },
    fillDown: async (position: number, field: RecipientField) => {
      const filled = listed().fillDown(places.slice(position), field);
      return { filled, view: await afterChange() };
    },
    takeOut: async (row: number) => {
      listed().takeOut([row]);
      return afterChange();
    },
    takeOutFaulty: async () => {
      const removed = listed().takeOutFaulty();
      return { removed, view: await afterChange() };
    },
    undo: async () => {
      listed().undo();
      return afterChange();
    },
    emails: async () => listed().emails(),
    setKnown: async (known: KnownAddresses) => {
      listed().setKnown(known);
      return view();
    },
    addKnown: async (known: KnownAddresses) => {
      listed().addKnown(known);
      return view();
    },
    /** The first rows that are duplicates or already have the badge. */
    skipped: async (max: number): Promise<SkippedRow[]> => {
      const { places, isFaulty, rows, fields } = listed();
      const [name, email] = [fields.indexOf('name'), fields.indexOf('email')];
      const some = places('duplicates').filter((at) => !isFaulty(at));
      return rows(some.slice(0, max)).map(({ row, number, cells, isHeld, duplicateOf }) => ({
        ...{ row, number, isHeld, duplicateOf },
        ...{ name: cells[name] ?? '', email: cells[email] ?? '' },
      }));
    },
    file: async () => new Blob([listed().csv()], { type: 'text/csv' }),
  };
}
