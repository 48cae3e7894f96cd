const MAX_SETS = 500;
const sets = new Map<string, readonly string[]>();

/**
 * Shares equal header lists between responses: there are few, each as large as a small document.
 */
export function shareHeaders(headers: readonly string[]): readonly string[] {
  const name = headers.join('\n');
  const known = sets.get(name);
  if (known) return known;
  if (sets.size >= MAX_SETS) sets.clear();
  sets.set(name, headers);
  return headers;
}
