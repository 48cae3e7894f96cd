import { createHash } from 'node:crypto';
import { type FontCoverage, hasCodePoint, readCoverage } from '@insignia/design/fallbacks';
import { Problem } from '../../kernel/problem.ts';
import { currentClient } from '../limits/call-context.ts';
import { createFairQueue, type FairQueueFigures } from '../limits/fair-queue.ts';
import type { Logger } from '../log/index.ts';
import { ByteCache } from '../memory/byte-cache.ts';
import { createThread, ThreadFailure, type ThreadFigures } from '../threads/thread.ts';
import { readFontList } from './font-files.ts';
import { listFontFolders } from './fonts.ts';
import type { TypesetJob, TypesetResult } from './job.ts';

/** Renders documents in a worker thread. */
export type Typesetter = { set: (job: TypesetJob) => Promise<Buffer>; stop: () => Promise<void> };

const TIMEOUT_MS = 20_000;
/** Over a minute, so that the SDK doesn't repeat the document, which would occupy the only thread. */
const SECONDS_AFTER_TIMEOUT = 120;
const cacheBytes = 16 * 1024 * 1024;
/** The thread typesets one document at a time. The second slot keeps the next document ready. */
const SLOTS = 2;
const MAX_WAITING_PER_CLIENT = 100;

/** Renders are cached by their input. */
export function createTypesetter(
  log: Logger,
  { timeoutMs = TIMEOUT_MS } = {},
): Typesetter & { figures: ThreadFigures; queue: FairQueueFigures } {
  const cache = new ByteCache(cacheBytes);
  const { ask, figures, stop } = createThread<TypesetJob, TypesetResult>({
    ...{
      script: new URL('./worker.ts', import.meta.url),
      data: { fontFolders: listFontFolders() },
    },
    ...{ timeoutMs, isNative: true, does: 'setting a document', log },
  });
  const queue = createFairQueue({
    slots: SLOTS,
    slotsPerClient: 1,
    maxWaitingPerClient: MAX_WAITING_PER_CLIENT,
  });
  const make = async (job: TypesetJob): Promise<Buffer> => {
    const result = await queue.run(currentClient(), () => ask(job)).catch(throwBusyAfterTimeout);
    if ('error' in result) {
      log.error({ reason: result.error, template: job.template }, "a document couldn't be typeset");
      throw new Error(result.error);
    }
    if (result.warning)
      log.warn({ reason: result.warning }, 'no bundled font covers all characters of a document');
    const { buffer, byteOffset, byteLength } = result.bytes;
    return Buffer.from(buffer, byteOffset, byteLength);
  };
  return {
    set: (job) => cache.get(computeCacheKey(job), () => make(job)),
    figures,
    queue: queue.figures,
    stop,
  };
}

/** The length of documents is limited, so a document that takes too long means a busy machine. */
function throwBusyAfterTimeout(error: unknown): never {
  if (!(error instanceof ThreadFailure) || error.reason !== 'timeout') throw error;
  throw new Problem('busy', { retryAfterSeconds: SECONDS_AFTER_TIMEOUT, cause: error });
}

function computeCacheKey({ template, data, files, format }: TypesetJob): string {
  const hash = createHash('sha256').update(`${format} ${template}\n${data}\n`);
  for (const [name, { id }] of Object.entries(files)) hash.update(`${name} ${id}\n`);
  return hash.digest('base64url');
}

let known: FontCoverage[] | undefined;

/** Font families with their own character, for few scripts. */
export function listFaces(): FontCoverage[] {
  known ??= readCoverage(readFontList('faces.txt'));
  return known;
}

const needed = /[\p{Letter}\p{Mark}\p{Number}]/gu;

/** Families that cover a whole text, so that no word mixes fonts. */
export function chooseFaces(text: string): string[] {
  const points = [...new Set(text.normalize('NFC').match(needed))].map(
    (char) => char.codePointAt(0) ?? 0,
  );
  return listFaces()
    .filter((face) => points.every((point) => hasCodePoint(face, point)))
    .map(({ name }) => name);
}
