const prefix = 'insignia.draft.';
/** Longer values are stored separately, so that they aren't rewritten with each keystroke. */
const MAX_INLINE_LENGTH = 20_000;

/** Values read when typing started, with their `etag`. */
export type DraftBase<V> = { initial: V; etag: string };
export type FormDraft<V> = {
  values: V;
  key: string;
  from?: DraftBase<V> | undefined;
  /** The form saved `from.initial` itself and hasn't read the version that this made. */
  isOutdated?: boolean | undefined;
};
type RestoredDraft<V> = FormDraft<V> & {
  /** Fields that didn't fit into storage. */
  lost: readonly string[];
};
type StoredDraft<V> = FormDraft<Partial<V>> & { longFields?: string[] };

const fieldKey = (name: string, field: string): string => `${prefix}${name}:${field}`;
/** Long values written, by key. Some may not have fit. */
const written = new Map<string, string>();

/** Restores input after a reload or a lost session. Ignores fields that the form no longer has. */
export function readDraft<V extends object>(
  name: string | undefined,
  initial: V,
): RestoredDraft<V> | undefined {
  if (name === undefined) return undefined;
  try {
    const stored = JSON.parse(
      sessionStorage.getItem(prefix + name) ?? 'null',
    ) as StoredDraft<V> | null;
    if (!stored || typeof stored.key !== 'string') return undefined;
    const { key, from, isOutdated, longFields = [] } = stored;
    const long = longFields.flatMap((field) => {
      const value = readApart(fieldKey(name, field));
      return value === null ? [] : [[field, value] as const];
    });
    const values = pickKnownFields({ ...stored.values, ...Object.fromEntries(long) }, initial);
    const lost = longFields.filter((field) => !long.some(([one]) => one === field));
    if (typeof from?.etag !== 'string') return { key, values, lost };
    const before = { etag: from.etag, initial: pickKnownFields(from.initial, initial) };
    return { key, values, lost, from: before, isOutdated };
  } catch {
    return undefined;
  }
}

function pickKnownFields<V extends object>(stored: Partial<V>, initial: V): V {
  const known = Object.entries(stored).filter(
    ([field, value]) =>
      typeof value === typeof initial[field as keyof V] &&
      Array.isArray(value) === Array.isArray(initial[field as keyof V]),
  );
  return { ...initial, ...Object.fromEntries(known) };
}

export function saveDraft<V extends object>(name: string | undefined, draft: FormDraft<V>): void {
  if (name === undefined) return;
  const fields = Object.entries(draft.values);
  const isLong = (value: unknown): value is string => String(value).length >= MAX_INLINE_LENGTH;
  const values = Object.fromEntries(fields.filter(([, value]) => !isLong(value)));
  const longFields = fields.filter(([, value]) => isLong(value)).map(([field]) => field);
  for (const [field, value] of fields)
    storeLongValues(fieldKey(name, field), isLong(value) ? value : '');
  write(prefix + name, JSON.stringify({ ...draft, values, longFields }));
}

function readApart(key: string): string | null {
  const value = sessionStorage.getItem(key);
  if (value !== null) written.set(key, value);
  return value;
}

function storeLongValues(key: string, value: string): void {
  if ((written.get(key) ?? '') === value) return;
  sessionStorage.removeItem(key);
  written.delete(key);
  if (!value) return;
  write(key, value);
  written.set(key, value);
}

function write(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage is full. The form reports missing fields when restored.
  }
}

export function deleteDraft(name: string | undefined): void {
  if (name === undefined) return;
  sessionStorage.removeItem(prefix + name);
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith(fieldKey(name, ''))) continue;
    sessionStorage.removeItem(key);
    written.delete(key);
  }
}

/** Whether each field changed. */
export function findChanges<V extends Readonly<Record<string, unknown>>>(
  before: V,
  after: V,
): Record<string, boolean> {
  return Object.fromEntries(
    Object.keys(after).map((field) => [field, String(before[field]) !== String(after[field])]),
  );
}

/** The changed fields over a newer version. Undefined if that version changed one of them too. */
export function rebaseChanges<V extends Readonly<Record<string, unknown>>>(
  before: V,
  after: V,
  newer: V,
): V | undefined {
  const [mine, theirs] = [findChanges(before, after), findChanges(before, newer)];
  if (Object.keys(mine).some((field) => mine[field] && theirs[field])) return undefined;
  return {
    ...newer,
    ...Object.fromEntries(Object.entries(after).filter(([field]) => mine[field])),
  };
}
