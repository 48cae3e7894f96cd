const prefix = 'insignia.draft.';

/** What was read when the typing began, and its `etag`. */
export type From<V> = { initial: V; etag: string };
export type Draft<V> = { values: V; key: string; from?: From<V> | undefined };

/** What was typed before a reload or a lost session, when the form still has these fields. */
export function readDraft<V extends object>(
  name: string | undefined,
  initial: V,
): Draft<V> | undefined {
  if (name === undefined) return undefined;
  try {
    const found = JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') as Draft<V> | null;
    if (!found || typeof found.key !== 'string') return undefined;
    const { key, from } = found;
    const values = knownOf(found.values, initial);
    if (typeof from?.etag !== 'string') return { key, values };
    return { key, values, from: { etag: from.etag, initial: knownOf(from.initial, initial) } };
  } catch {
    return undefined;
  }
}

function knownOf<V extends object>(found: V, initial: V): V {
  const known = Object.entries(found).filter(
    ([field, value]) => typeof value === typeof initial[field as keyof V],
  );
  return { ...initial, ...Object.fromEntries(known) };
}

export function keepDraft<V extends object>(name: string | undefined, draft: Draft<V>): void {
  if (name === undefined) return;
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch {
    // A picture may be more than there is room for: the words are what costs time to type again.
    const small = Object.entries(draft.values).filter(([, value]) => String(value).length < 20_000);
    const values = Object.fromEntries(small);
    sessionStorage.setItem(prefix + name, JSON.stringify({ ...draft, values }));
  }
}

export function dropDraft(name: string | undefined): void {
  if (name === undefined) return;
  sessionStorage.removeItem(prefix + name);
}
