import type {
  Attributes,
  ColumnMapping,
  DateOrder,
  Guesses,
  RecipientFile,
  RowEdits,
} from '@insignia/recipients';
import { type DBSchema, openDB } from 'idb';

export type ImportOptions = {
  badgeId: string;
  /** Custom fields of the badge. */
  attributes: Attributes;
  /** Undefined until the user answers. */
  isMailed?: boolean | undefined;
  skips: boolean;
};

/** An unfinished import, without the file's rows. */
export type ImportDraft = {
  id: string;
  accountId: string;
  name: string;
  savedAt: number;
  sheet: number;
  /** Rows of the sheet above the header, or above the list if it has none. */
  firstRow: number;
  hasHeader: boolean;
  guesses: Guesses;
  matched: ColumnMapping;
  order: DateOrder;
  isOrderCertain: boolean;
  edits: RowEdits;
  options: ImportOptions;
  /** Idempotency key. */
  key: string;
};

/** With its bytes if the encoding was guessed. */
export type DraftFile = RecipientFile & { bytes?: Uint8Array };

interface Schema extends DBSchema {
  drafts: { key: string; value: ImportDraft };
  files: { key: string; value: DraftFile };
}

/** Drafts contain personal data and are deleted after a day. */
const RETENTION_MS = 24 * 3_600_000;

const database = () =>
  openDB<Schema>('insignia-imports', 1, {
    upgrade: (db) => {
      db.createObjectStore('drafts', { keyPath: 'id' });
      db.createObjectStore('files');
    },
  });

/** Works even while other tabs have it open. */
export async function eraseDrafts(): Promise<void> {
  const db = await database();
  await Promise.all([db.clear('drafts'), db.clear('files')]);
  db.close();
}

/** Stores drafts in this browser, so that a reload loses nothing. */
export async function openDrafts() {
  const db = await database();
  const drop = async (id: string): Promise<void> => {
    const change = db.transaction(['drafts', 'files'], 'readwrite');
    await Promise.all([
      change.objectStore('drafts').delete(id),
      change.objectStore('files').delete(id),
      change.done,
    ]);
  };
  for (const { id, savedAt } of await db.getAll('drafts'))
    if (savedAt < Date.now() - RETENTION_MS) await drop(id);
  return {
    drop,
    saveFile: (id: string, file: DraftFile) => db.put('files', file, id),
    saveDraft: (draft: ImportDraft) => db.put('drafts', { ...draft, savedAt: Date.now() }),
    read: async (id: string, accountId: string) => {
      const [draft, file] = await Promise.all([db.get('drafts', id), db.get('files', id)]);
      return draft?.accountId === accountId && file ? { draft, file } : undefined;
    },
    list: async (accountId: string) =>
      (await db.getAll('drafts'))
        .filter((draft) => draft.accountId === accountId)
        .map(({ id, name, savedAt }) => ({ id, name, savedAt }))
        .sort((a, b) => b.savedAt - a.savedAt),
  };
}
export type Drafts = Awaited<ReturnType<typeof openDrafts>>;
