const mostSets = 500;
const sets = new Map<string, readonly string[]>();

/** The same headers, one list for all answers that have them: there are few sets, and each is as large as a small document. */
export function shareHeaders(headers: readonly string[]): readonly string[] {
  const name = headers.join('\n');
  const known = sets.get(name);
  if (known) return known;
  if (sets.size >= mostSets) sets.clear();
  sets.set(name, headers);
  return headers;
}
