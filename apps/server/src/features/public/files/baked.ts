import { bakePng } from '@insignia/openbadges';
import { bytesOf } from '../../../platform/own-memory.ts';
import type { WholeCredential } from '../store.ts';
import { blobOf } from './blobs.ts';
import type { FileDeps } from './deps.ts';

/** The badge's picture with the current assertion baked in. */
export async function bakedBytes(
  deps: FileDeps,
  { id, imageCid }: WholeCredential,
): Promise<Buffer> {
  const [picture, assertion] = await Promise.all([
    blobOf(deps, imageCid),
    deps.documents.credential(id, false),
  ]);
  return Buffer.from(bakePng(picture, bytesOf(assertion.body).toString()));
}
