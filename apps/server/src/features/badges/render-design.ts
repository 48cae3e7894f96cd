import type { Design } from '@insignia/design';
import { isBlank } from '@insignia/design/canvas';
import { Problem } from '../../kernel/problem.ts';
import { estimateDrawing } from '../../platform/drawing/index.ts';
import { type StoredImage, storePixels } from '../../platform/images/index.ts';
import type { BadgeDeps } from './deps.ts';
import {
  emptyDesignErrors,
  findForeignPictureErrors,
  listVisiblePictures,
  type ReadDesign,
  readRenderableDesign,
  toDesignErrors,
} from './design-rules.ts';
import { filterOwnedPictures } from './pictures-store.ts';

/** Pixels of the longer side, as in the dashboard's designer. */
const side = 1_024;

/** Draws and stores a design's picture. Nothing refers to it yet. */
export async function renderDesign(
  deps: Pick<BadgeDeps, 'db' | 'clock' | 'images' | 'drawer'>,
  accountId: string,
  designJson: string,
  readOnce: ReadDesign,
): Promise<StoredImage> {
  const read = readRenderableDesign(designJson, readOnce);
  if ('errors' in read) throw new Problem('invalid_request', { details: read.errors });
  const { design } = read;
  const has = await filterOwnedPictures(deps.db, accountId, listVisiblePictures(design));
  const drawn = await deps.drawer.inTurn(estimateDrawing(design, side), async (draw) => {
    const pictures = await loadPictures(deps, design, has);
    return draw({ design, pictures, side });
  });
  if ('errors' in drawn)
    throw new Problem('invalid_request', { details: toDesignErrors(drawn.errors) });
  if (isBlank(drawn.data)) throw new Problem('invalid_request', { details: emptyDesignErrors });
  return storePixels(deps, {
    ...drawn,
    data: Buffer.from(drawn.data.buffer, drawn.data.byteOffset, drawn.data.byteLength),
    channels: 4,
  });
}

async function loadPictures(
  { images }: Pick<BadgeDeps, 'images'>,
  design: Design,
  has: string[],
): Promise<Map<string, Uint8Array>> {
  const strange = findForeignPictureErrors(design, has);
  if (strange.length > 0) throw new Problem('invalid_request', { details: strange });
  const pictures = new Map<string, Uint8Array>();
  for (const cid of has) {
    const bytes = await images.get(cid);
    if (!bytes) throw new Problem('image_unavailable');
    pictures.set(cid, bytes);
  }
  return pictures;
}
