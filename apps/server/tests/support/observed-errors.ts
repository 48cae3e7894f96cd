import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** An operation with an error code, such as `createBadge issuer_not_found`. */
type ObservedError = string;

// Random requests depend on the seed.
const isRandom = basename(process.argv[1] ?? '') === 'fuzz.test.ts';
const seen = new Set<ObservedError>();

/** Records in one file per process. */
export function recordObservedError(operation: string, code: string): void {
  const directory = process.env.TEST_MET;
  const entry = `${operation} ${code}`;
  if (directory === undefined || isRandom || seen.has(entry)) return;
  seen.add(entry);
  appendFileSync(join(directory, String(process.pid)), `${entry}\n`);
}

/**
 * Starts recording for a run. A record named by TEST_MET is kept and accumulates. Synchronous,
 * because the runner doesn't wait at its end.
 */
export function beginErrorRecord(): { read: () => Set<ObservedError>; remove: () => void } {
  const namedDirectory = process.env.TEST_MET;
  const directory = namedDirectory ?? mkdtempSync(join(tmpdir(), 'insignia-met-'));
  process.env.TEST_MET = directory;
  return {
    read: () => {
      const files = readdirSync(directory).map((name) => join(directory, name));
      const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
      return new Set(lines.filter(Boolean));
    },
    remove: () => {
      if (namedDirectory === undefined) rmSync(directory, { recursive: true });
    },
  };
}
