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
import { readThreadCpuMs, serveJobs } from '../../platform/threads/serve-jobs.ts';
import { lowerThreadPriority } from '../../platform/threads/thread-priority.ts';
import type { DocumentJob, JobReply, JobResult, VerifierJobOfKind } from './jobs.ts';

const { isFirst } = workerData as { isFirst: boolean };
// Two slow threads together leave the processors to threads that answer requests.
if (!isFirst) lowerThreadPriority();

serveJobs(async (message: { job: DocumentJob; budgetMs: number }) => {
  const startedMs = readThreadCpuMs();
  const answer = await work(message.job, message.budgetMs);
  parentPort?.postMessage({ ...answer, cpuMs: readThreadCpuMs() - startedMs } satisfies JobReply);
});

/**
 * Disclosure hashes several times the amount measured here, in a library that can't be interrupted.
 */
const DISCLOSURE_PASSES = 5;

async function work(job: DocumentJob, budgetMs: number): Promise<JobResult> {
  switch (job.kind) {
    case 'file':
      return readText(() => readCredentialFile(job.bytes));
    case 'picture':
      return readText(() => unbakeCredential(job.bytes));
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
  const endMs = readThreadCpuMs() + budgetMs;
  let isOver = false;
  const result = await run((hash) => {
    isOver ||= readThreadCpuMs() > endMs;
    if (isOver) throw new Error('over budget');
    const digest = createHash(hash === 'SHA-256' ? 'sha256' : 'sha384');
    return {
      update: (text) => void digest.update(text, 'utf8'),
      digest: () => digest.digest('hex'),
    };
  });
  return isOver ? { isOver } : { result };
}

// Warms the processor's context cache, which takes most of a first document's time.
const context = [credentialsContext, openBadgesContext];
await hashDocument({ '@context': context, type: ['VerifiableCredential'] }, 'SHA-256');
parentPort?.postMessage('ready');
