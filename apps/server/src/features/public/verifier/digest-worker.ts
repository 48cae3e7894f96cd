import { parentPort } from 'node:worker_threads';
import { credentialsContext, openBadgesContext } from '@insignia/openbadges/v3';
import { digestOf } from '@insignia/openbadges/v3/verify/digest';
import type { DigestJob } from './digester.ts';

parentPort?.on('message', async ({ document, hash }: DigestJob) => {
  parentPort?.postMessage(await digestOf(document, hash));
});

// The processor keeps what it has made of a context, which is most of what a first document takes.
const context = [credentialsContext, openBadgesContext];
await digestOf({ '@context': context, type: ['VerifiableCredential'] }, 'SHA-256');
parentPort?.postMessage('ready');
