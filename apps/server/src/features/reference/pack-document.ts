// In a thread, because generating and compressing takes a tenth of a second.
import { parentPort, workerData } from 'node:worker_threads';
import { compressBody } from '../../platform/http/encodings.ts';
import { makeDocument, type ReferenceSettings } from './make-document.ts';

export type PackedDocument = { body: Uint8Array; br: Uint8Array; gzip: Uint8Array };

const body = Buffer.from(await makeDocument(workerData as ReferenceSettings));
const packed: PackedDocument = {
  body,
  br: compressBody(body, 'br'),
  gzip: compressBody(body, 'gzip'),
};
parentPort?.postMessage(packed);
