import { countKnownColumns } from '@insignia/contract';
import {
  type CellReadOptions,
  type ColumnMapping,
  countTitleRows,
  createList,
  type DateOrder,
  type FileError,
  findTableStart,
  listFields,
  listMonthNames,
  type RecipientList,
  type RememberedColumns,
  readRow,
  type TableStart,
  type TextEncoding,
  type Worksheet,
} from '@insignia/recipients';
import { readRecipients } from '@insignia/recipients/file';
import {
  type DraftFile,
  type Drafts,
  type ImportDraft,
  type ImportOptions,
  openDrafts,
} from './drafts.ts';
import { applyGuesses, fitDraftToBadge } from './guess.ts';
import { createListCommands } from './list-commands.ts';
import {
  type DraftView,
  type FileSummary,
  findSkippedRows,
  getDataRows,
  summarizeFile,
} from './view.ts';

type DraftStart = {
  id: string;
  key: string;
  accountId: string;
  name: string;
  options: ImportOptions;
};
type ReaderContext = { locales: readonly string[]; remembered: RememberedColumns };

type SheetStart = TableStart & { at: number; rows: number; known: number };

/** The sheet with the most known columns; the largest of several. */
function chooseSheet(
  sheets: readonly Worksheet[],
  names: Parameters<typeof findTableStart>[1],
): SheetStart {
  const [first, ...others] = sheets.map(({ rows }, at): SheetStart => {
    const cells = rows.map((row) => row.cells);
    const start = findTableStart(cells, names);
    const count = rows.length - start.firstRow - (start.hasHeader ? 1 : 0);
    const known = count > 0 ? countKnownColumns(cells[start.firstRow] ?? []) : 0;
    return { ...start, at, rows: count, known };
  });
  const isBetter = (one: SheetStart, best: SheetStart): boolean =>
    one.known === best.known ? one.rows > best.rows : one.known > best.known;
  const none = { ...findTableStart([], names), at: 0, rows: 0, known: 0 };
  return others.reduce((best, one) => (isBetter(one, best) ? one : best), first ?? none);
}

/** Runs in the worker, which holds the file and list. The page holds only what it shows. */
export function createImportSession() {
  let file: DraftFile | undefined;
  let draft: ImportDraft | undefined;
  let list: RecipientList | undefined;
  let locales: readonly string[] = [];
  let months: ReadonlyMap<string, number> = new Map();
  // Without browser storage, only reloads lose the draft.
  const storedDrafts: Promise<Drafts | undefined> = openDrafts().catch(() => undefined);

  const save = async (): Promise<void> => {
    if (draft) await (await storedDrafts)?.saveDraft(draft).catch(() => undefined);
  };
  const requireDraft = () => {
    if (!file || !draft) throw new Error('nothing was read');
    return { file, draft };
  };
  // Facts about columns take a pass over all rows. Edits don't change them.
  let known: { by: readonly unknown[]; about: FileSummary } | undefined;
  const view = (): DraftView => {
    const now = requireDraft();
    const { matched, order, sheet, firstRow, hasHeader, options } = now.draft;
    const by = [matched, order, sheet, firstRow, hasHeader, options.badgeId, options.attributes];
    const isKnown = known?.by.every((one, at) => one === by[at]);
    const about = isKnown && known ? known.about : summarizeFile(now.file, now.draft, locales);
    known = { by, about };
    const { edits, ...shown } = now.draft;
    return { ...shown, ...about, isEdited: edits.size > 0, counts: list?.counts() };
  };
  const getReadOptions = (): CellReadOptions => {
    const { order, options } = requireDraft().draft;
    return { order, months, attributes: options.attributes };
  };
  const buildList = (): void => {
    const now = requireDraft();
    const { matched, edits, options } = now.draft;
    const skipped = findSkippedRows(now.file, now.draft);
    const rows = getDataRows(now.file, now.draft).map(({ number, cells }, at) => ({
      number,
      cells: readRow(cells, matched, getReadOptions()),
      isLeftOut: skipped[at] !== undefined,
    }));
    const { attributes } = options;
    const fields = listFields(matched, attributes);
    list = createList(rows, edits, { fields, attributes, now: Date.now() });
  };
  const requireList = (): RecipientList => {
    if (!list) buildList();
    if (!list) throw new Error('there is no list');
    return list;
  };
  const reader = () => ({ locales, months });
  const guess = (remembered: RememberedColumns): void => {
    const now = requireDraft();
    draft = applyGuesses(now.file, now.draft, reader(), remembered);
    list = undefined;
  };
  const setLocales = (chosen: readonly string[]): void => {
    locales = chosen;
    months = listMonthNames([...chosen, 'en']);
  };
  const startDraft = async (
    start: DraftStart,
    read: DraftFile,
    remembered: RememberedColumns,
  ): Promise<DraftView | FileError> => {
    const { attributes } = start.options;
    const sheet = chooseSheet(read.sheets, { months, remembered, attributes });
    const { firstRow, hasHeader, rows } = sheet;
    if (rows === 0) return { reason: 'headerOnly' };
    file = read;
    draft = {
      ...start,
      ...{ savedAt: Date.now(), sheet: sheet.at, firstRow, hasHeader, guesses: {}, order: 'dmy' },
      ...{ matched: { columns: {}, fixed: {} }, isOrderCertain: true, edits: new Map() },
    };
    guess(remembered);
    await (await storedDrafts)?.saveFile(start.id, read).catch(() => undefined);
    await save();
    return view();
  };
  const afterChange = async (): Promise<DraftView> => {
    const now = requireDraft();
    draft = { ...now.draft, edits: new Map(requireList().edits()) };
    await save();
    return view();
  };

  return {
    drafts: async (accountId: string) => (await (await storedDrafts)?.list(accountId)) ?? [],
    drop: async (id: string) => (await storedDrafts)?.drop(id),
    open: async (id: string, accountId: string, reader: readonly string[]) => {
      const found = await (await storedDrafts)?.read(id, accountId);
      if (!found) return undefined;
      setLocales(reader);
      file = found.file;
      // An earlier version of the dashboard read the header in the first row only.
      draft = { ...found.draft, firstRow: found.draft.firstRow ?? 0 };
      list = undefined;
      return view();
    },
    read: async (
      start: DraftStart,
      blob: Blob,
      reader: ReaderContext,
    ): Promise<DraftView | FileError> => {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const read = await readRecipients(bytes);
      if ('reason' in read) return read;
      setLocales(reader.locales);
      // The browser has already decoded pasted text.
      const isGuessed = read.understood.kind === 'text' && blob instanceof File;
      return startDraft(start, isGuessed ? { ...read, bytes } : read, reader.remembered);
    },
    /** Decodes the file in another encoding. */
    decode: async (
      encoding: TextEncoding,
      remembered: RememberedColumns,
    ): Promise<DraftView | FileError> => {
      const now = requireDraft();
      const { bytes = new Uint8Array() } = now.file;
      const read = await readRecipients(bytes, encoding);
      return 'reason' in read ? read : startDraft(now.draft, { ...read, bytes }, remembered);
    },
    /** Another sheet, or another header row; null if there is none. */
    chooseRows: async (
      sheet: number,
      headerRow: number | null | undefined,
      remembered: RememberedColumns,
    ) => {
      const now = requireDraft();
      const cells = (now.file.sheets[sheet]?.rows ?? []).map((row) => row.cells);
      const { attributes } = now.draft.options;
      const start: TableStart =
        headerRow === undefined
          ? findTableStart(cells, { months, remembered, attributes })
          : { firstRow: headerRow ?? countTitleRows(cells), hasHeader: headerRow !== null };
      draft = { ...now.draft, sheet, ...start };
      guess(remembered);
      await save();
      return view();
    },
    match: async (matched: ColumnMapping, order: DateOrder) => {
      draft = { ...requireDraft().draft, matched, order, edits: new Map() };
      list = undefined;
      await save();
      return view();
    },
    setOptions: async (options: ImportOptions, remembered: RememberedColumns) => {
      const before = requireDraft().draft;
      draft = { ...before, options };
      const { badgeId, attributes } = before.options;
      const isSame = JSON.stringify(attributes) === JSON.stringify(options.attributes);
      if (options.badgeId !== badgeId || !isSame) {
        draft = fitDraftToBadge(requireDraft().file, before, draft, reader(), remembered);
        if (list) buildList();
      }
      await save();
      return view();
    },
    check: async () => {
      requireList();
      return view();
    },
    ...createListCommands({ requireList, getReadOptions, view, afterChange }),
  };
}
export type ImportSession = ReturnType<typeof createImportSession>;
