import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../platform/db/index.ts';
import {
  addPolicy,
  findReferences,
  hasReferences,
  readMediaType,
  type StaticFile,
} from './rules.ts';
import { type Entry, hasFile, saveEntries } from './store.ts';
import type { ExportTarget } from './targets.ts';

/** Answers a request as the service does. */
export type AnswerRequest = (
  path: string,
  accept: string,
) => Promise<{ status: number; type: string; policy: string | undefined; bytes: Buffer }>;

/** Functions that build the addresses of something from its id, with their media types. */
export type Addresses = readonly (readonly [(id: string) => string, string])[];

export const html = 'text/html';
const MAX_KNOWN_PATHS = 100_000;
const MAX_ATTEMPTS = 5;
const retryMs = 500;

export type Writer = {
  put: (file: StaticFile) => Promise<void>;
  /** Fetches the answers of these addresses and writes them. */
  copy: (id: string, addresses: Addresses) => Promise<void>;
  /** Notes content as complete. Saved by `flush`. */
  note: (entry: Entry) => void;
  flush: () => Promise<void>;
};

class AnswerError extends Error {
  readonly status: number;

  constructor(path: string, status: number) {
    super(`${path} answered ${status}`);
    this.status = status;
  }
}

/** An address that has no answer any more. */
export const isGone = (error: unknown): boolean =>
  error instanceof AnswerError && [404, 410].includes(error.status);

/** Waits while the database or the drawing is busy. */
async function fetchFile(answer: AnswerRequest, path: string, accept: string): Promise<StaticFile> {
  let found = await answer(path, accept);
  for (let attempts = 1; found.status === 503 && attempts < MAX_ATTEMPTS; attempts++) {
    await sleep(attempts * retryMs);
    found = await answer(path, accept);
  }
  const { status, policy, bytes } = found;
  if (status !== 200) throw new AnswerError(path, status);
  const type = readMediaType(found.type);
  const body = type === html ? Buffer.from(addPolicy(bytes.toString(), policy)) : bytes;
  return { path, type, bytes: body };
}

/** Writes files with everything that they refer to, and notes what is complete. */
export function createWriter(
  { db, answer }: { db: Database; answer: AnswerRequest },
  target: ExportTarget,
  exportId: string,
  totals: { files: number; bytes: number },
): Writer {
  let notes: Entry[] = [];
  const known = new Map<string, Promise<void>>();
  const put = async (file: StaticFile): Promise<void> => {
    await target.put(file);
    totals.files += 1;
    totals.bytes += file.bytes.length;
  };
  const copyReference = async (path: string): Promise<void> => {
    if (await hasFile(db, exportId, path)) return;
    const file = await fetchFile(answer, path, '*/*').catch((error: unknown) => {
      // A link that somebody wrote into a text, to a picture that isn't ours, or to no picture.
      if (!(error instanceof AnswerError) || error.status >= 500) throw error;
    });
    if (!file) return;
    await copyReferences(file);
    await put(file);
    notes.push({ kind: 'file', id: path, version: '' });
  };
  const copyReferences = async ({ type, bytes }: StaticFile): Promise<void> => {
    if (!hasReferences(type)) return;
    for (const path of findReferences(Buffer.from(bytes).toString())) {
      if (known.size > MAX_KNOWN_PATHS) known.clear();
      const copying = known.get(path) ?? copyReference(path);
      known.set(path, copying);
      await copying.catch((error: unknown) => {
        known.delete(path);
        throw error;
      });
    }
  };
  return {
    async put(file) {
      await copyReferences(file);
      await put(file);
    },
    async copy(id, addresses) {
      for (const [buildPath, accept] of addresses) {
        const file = await fetchFile(answer, buildPath(id), accept);
        await copyReferences(file);
        await put(file);
      }
    },
    note: (entry) => void notes.push(entry),
    async flush() {
      const complete = notes;
      notes = [];
      await target.sync();
      await saveEntries(db, exportId, complete);
    },
  };
}
