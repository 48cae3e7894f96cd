// In a thread of its own: making the document and packing it takes a tenth of a second, in which nobody else would be answered.
import { parentPort, workerData } from 'node:worker_threads';
import { pack } from './encodings.ts';
import { makeReference, type ReferenceSettings } from './make-reference.ts';

export type PackedDocument = { body: Uint8Array; br: Uint8Array; gzip: Uint8Array };

const body = Buffer.from(await makeReference(workerData as ReferenceSettings));
const packed: PackedDocument = { body, br: pack(body, 'br'), gzip: pack(body, 'gzip') };
parentPort?.postMessage(packed);
