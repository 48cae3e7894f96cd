import {
  createList,
  type DateOrder,
  type Encoding,
  type FileFault,
  fieldsOf,
  type List,
  looksLikeHeader,
  type Matched,
  monthNames,
  type Reading,
  type Remembered,
  readRow,
} from '@insignia/recipients';
import { readRecipients } from '@insignia/recipients/file';
import {
  type Draft,
  type DraftFile,
  type Drafts,
  type ImportOptions,
  openDrafts,
} from './drafts.ts';
import { fittedToBadge, guessed } from './guess.ts';
import { listVerbs } from './list-verbs.ts';
import { type About, aboutOf, leftOutOf, rowsOf, type View } from './view.ts';

type Start = { id: string; key: string; accountId: string; name: string; options: ImportOptions };
type Reader = { locales: readonly string[]; remembered: Remembered };

/** Runs in the worker, which holds the file and list. The page holds only what it shows. */
export function createImportSession() {
  let file: DraftFile | undefined;
  let draft: Draft | undefined;
  let list: List | undefined;
  let locales: readonly string[] = [];
  let months: ReadonlyMap<string, number> = new Map();
  // Without browser storage, only reloads lose the draft.
  const kept: Promise<Drafts | undefined> = openDrafts().catch(() => undefined);

  const save = async (): Promise<void> => {
    if (draft) await (await kept)?.saveDraft(draft).catch(() => undefined);
  };
  const here = () => {
    if (!file || !draft) throw new Error('nothing was read');
    return { file, draft };
  };
  // Facts about columns take a pass over all rows. Edits don't change them.
  let known: { by: readonly unknown[]; about: About } | undefined;
  const view = (): View => {
    const now = here();
    const { matched, order, sheet, hasHeader, options } = now.draft;
    const by = [matched, order, sheet, hasHeader, options.badgeId, options.attributes];
    const isKnown = known?.by.every((one, at) => one === by[at]);
    const about = isKnown && known ? known.about : aboutOf(now.file, now.draft, locales);
    known = { by, about };
    const { edits, ...shown } = now.draft;
    return { ...shown, ...about, isEdited: edits.size > 0, counts: list?.counts() };
  };
  const reading = (): Reading => {
    const { order, options } = here().draft;
    return { order, months, attributes: options.attributes };
  };
  const makeList = (): void => {
    const now = here();
    const { matched, edits, options } = now.draft;
    const leftOut = leftOutOf(now.file, now.draft);
    const rows = rowsOf(now.file, now.draft).map(({ number, cells }, at) => ({
      number,
      cells: readRow(cells, matched, reading()),
      isLeftOut: leftOut[at] !== undefined,
    }));
    const { attributes } = options;
    const fields = fieldsOf(matched, attributes);
    list = createList(rows, edits, { fields, attributes, now: Date.now() });
  };
  const listed = (): List => {
    if (!list) makeList();
    if (!list) throw new Error('there is no list');
    return list;
  };
  const reader = () => ({ locales, months });
  const guess = (remembered: Remembered): void => {
    const now = here();
    draft = guessed(now.file, now.draft, reader(), remembered);
    list = undefined;
  };
  const speak = (spoken: readonly string[]): void => {
    locales = spoken;
    months = monthNames([...spoken, 'en']);
  };
  const begin = async (
    start: Start,
    read: DraftFile,
    remembered: Remembered,
  ): Promise<View | FileFault> => {
    const sheet = read.sheets.reduce(
      (best, { rows }, at) => (rows.length > (read.sheets[best]?.rows.length ?? 0) ? at : best),
      0,
    );
    const first = read.sheets[sheet]?.rows[0]?.cells ?? [];
    const hasHeader = looksLikeHeader(first, 'dmy', months);
    if (hasHeader && read.sheets[sheet]?.rows.length === 1) return { fault: 'headerOnly' };
    file = read;
    draft = {
      ...start,
      ...{ savedAt: Date.now(), sheet, hasHeader, guesses: {}, order: 'dmy' },
      ...{ matched: { columns: {}, fixed: {} }, isOrderCertain: true, edits: new Map() },
    };
    guess(remembered);
    await (await kept)?.saveFile(start.id, read).catch(() => undefined);
    await save();
    return view();
  };
  const changed = async (): Promise<View> => {
    const now = here();
    draft = { ...now.draft, edits: new Map(listed().edits()) };
    await save();
    return view();
  };

  return {
    drafts: async (accountId: string) => (await (await kept)?.list(accountId)) ?? [],
    drop: async (id: string) => (await kept)?.drop(id),
    open: async (id: string, accountId: string, reader: readonly string[]) => {
      const found = await (await kept)?.read(id, accountId);
      if (!found) return undefined;
      speak(reader);
      ({ file, draft } = found);
      list = undefined;
      return view();
    },
    read: async (start: Start, blob: Blob, reader: Reader): Promise<View | FileFault> => {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const read = await readRecipients(bytes);
      if ('fault' in read) return read;
      speak(reader.locales);
      // The browser has already decoded pasted text.
      const isGuessed = read.understood.kind === 'text' && blob instanceof File;
      return begin(start, isGuessed ? { ...read, bytes } : read, reader.remembered);
    },
    /** Decodes the file in another encoding. */
    decode: async (encoding: Encoding, remembered: Remembered): Promise<View | FileFault> => {
      const now = here();
      const { bytes = new Uint8Array() } = now.file;
      const read = await readRecipients(bytes, encoding);
      return 'fault' in read ? read : begin(now.draft, { ...read, bytes }, remembered);
    },
    /** Another sheet, or whether its first row is a header. */
    chooseSheet: async (sheet: number, hasHeader: boolean, remembered: Remembered) => {
      draft = { ...here().draft, sheet, hasHeader };
      guess(remembered);
      await save();
      return view();
    },
    match: async (matched: Matched, order: DateOrder) => {
      draft = { ...here().draft, matched, order, edits: new Map() };
      list = undefined;
      await save();
      return view();
    },
    setOptions: async (options: ImportOptions, remembered: Remembered) => {
      const before = here().draft;
      draft = { ...before, options };
      const { badgeId, attributes } = before.options;
      const isSame = JSON.stringify(attributes) === JSON.stringify(options.attributes);
      if (options.badgeId !== badgeId || !isSame) {
        draft = fittedToBadge(here().file, before, draft, reader(), remembered);
        if (list) makeList();
      }
      await save();
      return view();
    },
    check: async () => {
      listed();
      return view();
    },
    ...listVerbs({ listed, reading, view, changed }),
  };
}
export type ImportSession = ReturnType<typeof createImportSession>;
