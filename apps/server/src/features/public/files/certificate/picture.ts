import { loadSharp } from '../../../../platform/images/index.ts';
import type { PublishedCredential } from '../../store.ts';
import type { RenderDeps } from '../deps.ts';
import { flatPalette } from '../palette.ts';
import { renderCertificate } from './render.ts';
import { sheetSize } from './sheet.ts';

const LONG_SIDE_PIXELS = 1_200;

/** The certificate as a picture, for browsers that can't show PDFs in a page. */
export async function renderCertificatePicture(
  deps: RenderDeps,
  credential: PublishedCredential,
): Promise<Buffer> {
  const svg = await renderCertificate(deps, credential, credential.brand, 'svg');
  const { width, height } = sheetSize(credential.brand);
  const sharp = await loadSharp();
  // Rendered at the final size: enlarging would blur text. Sizes are in points, and libvips scales
  // by the density twice.
  const density = 72 * Math.sqrt((LONG_SIDE_PIXELS * 25.4) / (72 * Math.max(width, height)));
  return sharp(svg, { density })
    .resize({ width: LONG_SIDE_PIXELS, height: LONG_SIDE_PIXELS, fit: 'inside' })
    .png(flatPalette)
    .toBuffer();
}
