// Reads PDFs in a process of its own: one of 1 KB can make PDF.js allocate so much at once that V8 aborts.
import { parentPort, workerData } from 'node:worker_threads';
import { readThreadCpuMs, serveJobs } from '../../platform/threads/serve-jobs.ts';
import { lowerThreadPriority } from '../../platform/threads/thread-priority.ts';
import type { JobReply, VerifierJobOfKind } from './jobs.ts';
import { loadPdfJs, readPdf } from './read-pdf.ts';

const { isFirst } = workerData as { isFirst: boolean };
if (!isFirst) lowerThreadPriority();

/**
 * Leaves time for what PDF.js can't be interrupted in. Most certificates take a third of the first share, so that
 * others don't wait long behind those of several clients.
 */
const SHARE = isFirst ? 3 : 2;

serveJobs(async ({ job, budgetMs }: { job: VerifierJobOfKind<'pdf'>; budgetMs: number }) => {
  const startedMs = readThreadCpuMs();
  let isOver = false;
  const result = await readPdf(job.bytes, () => {
    isOver ||= readThreadCpuMs() > startedMs + budgetMs / SHARE;
    return isOver;
  });
  const cpuMs = readThreadCpuMs() - startedMs;
  parentPort?.postMessage((isOver ? { isOver, cpuMs } : { result, cpuMs }) satisfies JobReply);
});

await loadPdfJs();
parentPort?.postMessage('ready');
