import { parentPort } from 'node:worker_threads';
import { digestOf } from '@insignia/openbadges/v3/verify/digest';
import type { DigestJob } from './digester.ts';

parentPort?.on('message', async ({ document, hash }: DigestJob) => {
  parentPort?.postMessage(await digestOf(document, hash));
});
