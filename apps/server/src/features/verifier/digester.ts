import type { Digest, HashName, SelectiveDisclosure } from '@insignia/openbadges/v3/verify';
import { Problem } from '../../kernel/problem.ts';
import {
  createFairQueue,
  DEFAULT_MAX_WAIT_MS,
  type FairQueue,
} from '../../platform/limits/fair-queue.ts';
import type { Logger } from '../../platform/log/index.ts';
import {
  createThread,
  type Thread,
  ThreadFailure,
  type ThreadFigures,
} from '../../platform/threads/thread.ts';
import { createDocumentMemory, type DocumentMemory } from './document-memory.ts';
import {
  estimateMs,
  type FileText,
  type JobReply,
  type Json,
  type PdfContent,
  type VerifierJob,
} from './jobs.ts';

/**
 * Runs work in threads that strangers' documents can make expensive. Every method rejects with
 * `busy` if other clients use the threads and the document was not examined. No method makes a
 * claim about a document that was not examined.
 */
export type Digester = {
  /** Returns `endless` if the document used all of its CPU time. */
  digest: (client: string, job: DigestJob, signal: AbortSignal) => Promise<Digest>;
  disclose: (client: string, job: DiscloseJob, signal: AbortSignal) => Promise<SelectiveDisclosure>;
  readFile: (client: string, bytes: Uint8Array, signal: AbortSignal) => Promise<FileText>;
  readPicture: (client: string, bytes: Uint8Array, signal: AbortSignal) => Promise<FileText>;
  readPdf: (client: string, bytes: Uint8Array, signal: AbortSignal) => Promise<PdfContent>;
  /**
   * Runs the decompression of a status list, which has threads of its own, in the first lane: one
   * at a time, charged to the client.
   */
  unpack: <T>(client: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Memory for documents that verifications fetch. */
  documents: DocumentMemory;
  stop: () => Promise<void>;
};

type DigestJob = { document: Json; hash: HashName };
type DiscloseJob = { document: Json; proof: Json };

/**
 * CPU time that a job may use in each lane. An ordinary document takes some 10 ms, the largest one some 3 s. A
 * PDF gets more time in the first lane.
 */
type Budgets = { firstMs: number; firstPdfMs: number; slowMs: number };
type Options = { script?: URL; maxWaitMs?: number } & Partial<Budgets>;

type LaneThread = Thread<{ job: VerifierJob; budgetMs: number }, JobReply>;
type Kind = 'documents' | 'pdfs';
/** Runs one job at a time. PDFs have a thread in a process of its own. */
type Place = Partial<Record<Kind, LaneThread>>;
type Lane = {
  queue: FairQueue;
  threads: LaneThread[];
  /** The one that was used last comes last. One whose job failed has to start again and comes first. */
  free: Place[];
  getBudgetMs: (job: VerifierJob) => number;
  getKillMs: (job: VerifierJob) => number;
};

const USUAL: Budgets = { firstMs: 60, firstPdfMs: 300, slowMs: 5_000 };
/**
 * A client uses one place of a lane at a time. So the slow documents of one client never make those of another
 * wait, although they take longer than anyone waits. Two clients together can.
 */
const PLACES = { first: 1, slow: 2 };
/**
 * A job that can't be interrupted and exceeds its budget by this much is ended together with its
 * thread.
 */
const KILL_AFTER_MS = { first: 200, slow: 3_000 };
/** On a busy machine, a slow thread gets little CPU time because of its low priority. */
const MAX_SILENT_MS = { first: 1_000, slow: 5_000 };
const MAX_MEMORY_MB = { first: 96, slow: 256 };
const TIMEOUT_MS = 30_000;
const TOO_EXPENSIVE: FileText = { error: 'it takes too long to read' };

/**
 * Creates two lanes. Every document that looks cheap is first tried briefly in the first lane, and
 * only expensive ones wait in the slow lane. In both lanes, the client that used the least CPU time
 * lately is next. The first lane has a place for PDFs, so that no document waits while their process starts.
 */
export function createDigester(
  log: Logger,
  options: Options = {},
): Digester & { figures: Record<'first' | 'slow', ThreadFigures> } {
  const { firstMs, firstPdfMs, slowMs, maxWaitMs = DEFAULT_MAX_WAIT_MS } = { ...USUAL, ...options };
  const scripts = {
    documents: options.script ?? new URL('./digest-worker.ts', import.meta.url),
    pdfs: options.script ?? new URL('./pdf-worker.ts', import.meta.url),
  };
  const createLane = (
    name: 'first' | 'slow',
    kinds: Kind[],
    getBudgetMs: (job: VerifierJob) => number,
    getKillMs: (job: VerifierJob) => number,
  ): Lane => {
    const isFirst = name === 'first';
    const start = (kind: Kind): LaneThread =>
      createThread({
        ...{ script: scripts[kind], saysReady: true, isFirstTry: isFirst },
        ...{ hasOwnProcess: kind === 'pdfs', hasSpare: isFirst && kind === 'documents' },
        ...{ restarts: isFirst && kind === 'pdfs' },
        ...{ maxMemory: MAX_MEMORY_MB[name], timeoutMs: TIMEOUT_MS, data: { isFirst } },
        ...{ maxCpuMs: ({ job }) => getKillMs(job), maxSilentMs: MAX_SILENT_MS[name] },
        ...{ does: 'examining a document to verify it', log },
      });
    const free = Array.from(
      { length: PLACES[name] },
      (): Place => Object.fromEntries(kinds.map((kind) => [kind, start(kind)])),
    );
    const threads = free.flatMap((place) => Object.values(place));
    const queue = createFairQueue({ slots: free.length, slotsPerClient: 1, maxWaitMs });
    return { queue, threads, free, getBudgetMs, getKillMs };
  };
  const first = {
    documents: createLane(
      'first',
      ['documents'],
      () => firstMs,
      () => firstMs + KILL_AFTER_MS.first,
    ),
    pdfs: createLane(
      'first',
      ['pdfs'],
      () => firstPdfMs,
      () => firstPdfMs,
    ),
  };
  const slow = createLane(
    'slow',
    ['documents', 'pdfs'],
    () => slowMs,
    // Half of a PDF's budget is left for what can't be interrupted.
    ({ kind }) => (kind === 'pdf' ? slowMs : slowMs + KILL_AFTER_MS.slow),
  );
  const lanes = [first.documents, first.pdfs, slow];
  const chargeOthers = (lane: Lane, client: string, usedMs: number): void => {
    for (const other of lanes) if (other !== lane) other.queue.charge(client, usedMs);
  };
  const ask = async (lane: Lane, job: VerifierJob, signal: AbortSignal): Promise<JobReply> => {
    const place = lane.free.pop() as Place;
    const thread = place[findKind(job)] as LaneThread;
    const startedAt = performance.now();
    try {
      const reply = await thread.ask({ job, budgetMs: lane.getBudgetMs(job) }, signal);
      lane.free.push(place);
      return reply;
    } catch (error) {
      lane.free.unshift(place);
      // The process of a PDF may have had to start for it, and has to start again.
      const elapsedMs = job.kind === 'pdf' ? performance.now() - startedAt : 0;
      return toJobReply(error, Math.max(lane.getKillMs(job), elapsedMs));
    }
  };
  const runInLane = (
    lane: Lane,
    client: string,
    job: VerifierJob,
    signal: AbortSignal,
  ): Promise<JobReply> =>
    lane.queue.run(
      client,
      async (charge) => {
        const answer = await ask(lane, job, signal);
        charge(answer.cpuMs);
        // Charge all lanes for the CPU time that a client used.
        chargeOthers(lane, client, answer.cpuMs);
        return answer;
      },
      { estimateMs: estimateMs(job), signal },
    );
  const run = async <Result>(
    client: string,
    job: VerifierJob,
    signal: AbortSignal,
    ifOver: Result,
  ): Promise<Result> => {
    const lane = first[findKind(job)];
    const isCheap = estimateMs(job) <= lane.getBudgetMs(job);
    const quick = isCheap ? await runInLane(lane, client, job, signal) : undefined;
    const answer = quick && !quick.isOver ? quick : await runInLane(slow, client, job, signal);
    return answer.isOver ? ifOver : (answer.result as Result);
  };
  return {
    digest: (client, job, signal) =>
      run<Digest>(client, { kind: 'hash', ...job }, signal, 'endless'),
    disclose: (client, job, signal) =>
      run<SelectiveDisclosure>(client, { kind: 'disclose', ...job }, signal, 'endless'),
    readFile: (client, bytes, signal) =>
      run(client, { kind: 'file', bytes }, signal, TOO_EXPENSIVE),
    readPicture: (client, bytes, signal) =>
      run(client, { kind: 'picture', bytes }, signal, TOO_EXPENSIVE),
    readPdf: (client, bytes, signal) =>
      run<PdfContent>(client, { kind: 'pdf', bytes }, signal, { error: 'too_complex' }),
    unpack: (client, work, signal) =>
      first.documents.queue.run(
        client,
        async (charge) => {
          const startedAt = performance.now();
          try {
            return await work();
          } finally {
            const usedMs = performance.now() - startedAt;
            charge(usedMs);
            chargeOthers(first.documents, client, usedMs);
          }
        },
        { signal },
      ),
    documents: createDocumentMemory(),
    figures: { first: readFigures([first.documents, first.pdfs]), slow: readFigures([slow]) },
    async stop() {
      await Promise.all(lanes.flatMap(({ threads }) => threads).map(({ stop }) => stop()));
    },
  };
}

const findKind = ({ kind }: VerifierJob): Kind => (kind === 'pdf' ? 'pdfs' : 'documents');

/** A job that used too much gets a result. A job whose thread failed for another reason was not examined. */
function toJobReply(error: unknown, usedMs: number): JobReply {
  if (!(error instanceof ThreadFailure)) throw error;
  if (!error.isTooMuch) throw new Problem('busy', { retryAfterSeconds: 5, cause: error });
  return { isOver: true, cpuMs: usedMs };
}

function readFigures(lanes: Lane[]): ThreadFigures {
  const threads = lanes.flatMap((lane) => lane.threads);
  const sumQueues = (figure: 'waiting' | 'refused'): number =>
    lanes.reduce((total, { queue }) => total + queue.figures[figure], 0);
  const sum = (figure: 'waiting' | 'done' | 'failed' | 'refused' | 'ms'): number =>
    threads.reduce((total, { figures }) => total + figures[figure], 0);
  return {
    get waiting() {
      return sumQueues('waiting') + sum('waiting');
    },
    get isBusy() {
      return threads.some(({ figures }) => figures.isBusy);
    },
    get done() {
      return sum('done');
    },
    get failed() {
      return sum('failed');
    },
    get refused() {
      return sumQueues('refused') + sum('refused');
    },
    get ms() {
      return sum('ms');
    },
  };
}
