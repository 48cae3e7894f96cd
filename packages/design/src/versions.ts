type Document = Record<string, unknown>;

/** `steps[n]` upgrades version n + 1 to n + 2. Never change a released step. */
const steps: ((older: Document) => Document)[] = [];

export const LATEST_VERSION = steps.length + 1;

export function upgradeDocument(document: Document, version: number): Document {
  let current = document;
  for (const step of steps.slice(version - 1)) current = step(current);
  return current;
}
