import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** An operation and an error that it answered, such as `createBadge issuer_not_found`. */
type Met = string;

// What random requests meet another seed does not.
const isRandom = basename(process.argv[1] ?? '') === 'fuzz.test.ts';
const seen = new Set<Met>();

/** Every process of tests tells of what it meets, in a file of its own. */
export function recordMet(operation: string, code: string): void {
  const directory = process.env.TEST_MET;
  const met = `${operation} ${code}`;
  if (directory === undefined || isRandom || seen.has(met)) return;
  seen.add(met);
  appendFileSync(join(directory, String(process.pid)), `${met}\n`);
}

/**
 * Begins the record of a run; what it returns reads it, and drops it. One that TEST_MET names stays, and adds up over several runs.
 * All at once: the runner does not wait for what goes on at its end.
 */
export function beginRecord(): () => Set<Met> {
  const given = process.env.TEST_MET;
  const directory = given ?? mkdtempSync(join(tmpdir(), 'insignia-met-'));
  process.env.TEST_MET = directory;
  return () => {
    const texts = readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8'));
    if (given === undefined) rmSync(directory, { recursive: true });
    return new Set(texts.flatMap((text) => text.split('\n')).filter(Boolean));
  };
}
