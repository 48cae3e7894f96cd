import { bakePng } from '@insignia/openbadges';
import { toBuffer } from '../../../platform/own-memory.ts';
import type { PublishedCredential } from '../store.ts';
import type { FileDeps } from './deps.ts';
import { loadPicture } from './pictures.ts';

/** The badge's picture with the current assertion baked in. */
export async function createBakedBadge(
  deps: FileDeps,
  { id, imageCid }: PublishedCredential,
): Promise<Buffer> {
  const [picture, assertion] = await Promise.all([
    loadPicture(deps, imageCid),
    deps.documents.credential(id, false),
  ]);
  return Buffer.from(bakePng(picture, toBuffer(assertion.body).toString()));
}
