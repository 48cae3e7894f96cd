import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { readCredentialFile, unbakeCredential } from '@insignia/openbadges/either';
import { credentialsContext, openBadgesContext } from '@insignia/openbadges/v3';
import type {
  CreateMessageDigest,
  Digest,
  SelectiveDisclosure,
} from '@insignia/openbadges/v3/verify';
import { hashDocument } from '@insignia/openbadges/v3/verify/digest';
import { serveJobs } from '../../platform/threads/serve-jobs.ts';
import { lowerThreadPriority } from '../../platform/threads/thread-priority.ts';
import type { JobReply, JobResult, VerifierJob, VerifierJobOfKind } from './jobs.ts';
import { readPdf } from './read-pdf.ts';

const { isFirst } = workerData as { isFirst: boolean };
// Two slow threads together leave the processors to threads that answer requests.
if (!isFirst) lowerThreadPriority();

serveJobs(async (message: { job: VerifierJob; budgetMs: number }) => {
  const startedMs = cpuMs();
  const answer = await work(message.job, message.budgetMs);
  parentPort?.postMessage({ ...answer, cpuMs: cpuMs() - startedMs } satisfies JobReply);
});

/**
 * Disclosure hashes several times the amount measured here, in a library that can't be interrupted.
 */
const DISCLOSURE_PASSES = 5;
/**
 * Leaves time for what PDF.js can't be interrupted in. Most certificates take a third of the first share, so that
 * others don't wait long behind those of several clients.
 */
const PDF_SHARE = isFirst ? 3 : 2;

async function work(job: VerifierJob, budgetMs: number): Promise<JobResult> {
  switch (job.kind) {
    case 'file':
      return readText(() => readCredentialFile(job.bytes));
    case 'picture':
      return readText(() => unbakeCredential(job.bytes));
    case 'pdf':
      return readPdfWithin(budgetMs / PDF_SHARE, job.bytes);
    case 'hash':
      return withinBudget(budgetMs, (createMessageDigest) =>
        hashDocument(job.document, job.hash, undefined, createMessageDigest),
      );
    case 'disclose':
      return withinBudget(budgetMs / DISCLOSURE_PASSES, (createMessageDigest) =>
        disclose(job, createMessageDigest),
      );
  }
}

async function readPdfWithin(shareMs: number, bytes: Uint8Array): Promise<JobResult> {
  await loadPdfReader();
  const endMs = cpuMs() + shareMs;
  let isOver = false;
  const result = await readPdf(bytes, () => {
    isOver ||= cpuMs() > endMs;
    return isOver;
  });
  return isOver ? { isOver } : { result };
}

/** Takes longer than reading an ordinary file, once in a thread. */
async function loadPdfReader(): Promise<void> {
  const { getResolvedPDFJS } = await import('unpdf');
  await getResolvedPDFJS();
}

async function readText(read: () => Promise<string | undefined>): Promise<JobResult> {
  try {
    return { result: { text: await read() } };
  } catch (error) {
    return { result: { error: (error as Error).message } };
  }
}

async function disclose(
  { document, proof }: VerifierJobOfKind<'disclose'>,
  digest: CreateMessageDigest,
) {
  // Few credentials have such proofs.
  const { verifyDisclosure } = await import('@insignia/openbadges/v3/verify/disclosure');
  return verifyDisclosure(document, proof, undefined, digest);
}

/**
 * Ends canonicalization once it has used its CPU time. Canonicalization hashes all the time, so it
 * notices this soon.
 */
async function withinBudget(
  budgetMs: number,
  run: (createMessageDigest: CreateMessageDigest) => Promise<Digest | SelectiveDisclosure>,
): Promise<JobResult> {
  const endMs = cpuMs() + budgetMs;
  let isOver = false;
  const result = await run((hash) => {
    isOver ||= cpuMs() > endMs;
    if (isOver) throw new Error('over budget');
    const digest = createHash(hash === 'SHA-256' ? 'sha256' : 'sha384');
    return {
      update: (text) => void digest.update(text, 'utf8'),
      digest: () => digest.digest('hex'),
    };
  });
  return isOver ? { isOver } : { result };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

// Warms the processor's context cache, which takes most of a first document's time.
const context = [credentialsContext, openBadgesContext];
await hashDocument({ '@context': context, type: ['VerifiableCredential'] }, 'SHA-256');
// A thread that replaces one that a PDF ended is ready for the next PDF.
if (isFirst) await loadPdfReader();
parentPort?.postMessage('ready');
