import { parentPort } from 'node:worker_threads';
import { credentialsContext, openBadgesContext } from '@insignia/openbadges/v3';
import type { Digest, Disclosure } from '@insignia/openbadges/v3/verify';
import { digestOf } from '@insignia/openbadges/v3/verify/digest';
import type { DigestJob } from './digester.ts';

parentPort?.on('message', async (job: DigestJob) => {
  parentPort?.postMessage(await work(job));
});

async function work(job: DigestJob): Promise<Digest | Disclosure> {
  if ('hash' in job) return digestOf(job.document, job.hash);
  // Few have such proofs.
  const { disclosureOf } = await import('@insignia/openbadges/v3/verify/disclosure');
  return disclosureOf(job.document, job.proof);
}

// The processor keeps what it has made of a context, which is most of what a first document takes.
const context = [credentialsContext, openBadgesContext];
await digestOf({ '@context': context, type: ['VerifiableCredential'] }, 'SHA-256');
parentPort?.postMessage('ready');
