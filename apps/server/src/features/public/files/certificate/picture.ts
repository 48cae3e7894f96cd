import { loadSharp } from '../../../../platform/images/index.ts';
import type { WholeCredential } from '../../store.ts';
import type { SetDeps } from '../deps.ts';
import { flatPalette } from '../palette.ts';
import { setCertificate } from './set.ts';
import { sheetOf } from './sheet.ts';

const longer = 1_200;

/** The certificate as a picture, for browsers that can't show PDFs in a page. */
export async function certificatePicture(
  deps: SetDeps,
  credential: WholeCredential,
): Promise<Buffer> {
  const svg = await setCertificate(deps, credential, credential.brand, 'svg');
  const { width, height } = sheetOf(credential.brand);
  const sharp = await loadSharp();
  // Rendered at the final size: enlarging would blur text. Sizes are in points, and libvips scales
  // by the density twice.
  const density = 72 * Math.sqrt((longer * 25.4) / (72 * Math.max(width, height)));
  return sharp(svg, { density })
    .resize({ width: longer, height: longer, fit: 'inside' })
    .png(flatPalette)
    .toBuffer();
}
