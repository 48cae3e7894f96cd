import { loadSharp } from '../../../platform/images/index.ts';
import type { PublishedCredential } from '../store.ts';
import type { FileDeps, PictureDeps } from './deps.ts';
import { loadFittedPicture } from './pictures.ts';
import { createCardInput, logoFile, pictureFile } from './template-input.ts';
import { cardTemplate } from './templates.ts';

// In card.typ a point is a pixel. These boxes are the plate within its margins and the space for a
// logo.
const pictureBox = { width: 300, height: 300 };
const logoBox = { width: 380, height: 84 };

/**
 * Renders a PNG of 1200 by 630 pixels in full color. A palette would halve the bytes, but finding
 * one takes as much CPU as drawing the card.
 */
export async function renderCard(
  deps: Pick<FileDeps, 'typesetter' | 'clock'> & PictureDeps,
  credential: PublishedCredential,
): Promise<Buffer> {
  const { data, isGood } = createCardInput(credential, deps.clock());
  const cid = credential.image512 ?? credential.imageCid;
  const { wideLogoCid } = credential;
  const files = {
    [pictureFile]: await loadFittedPicture(deps, cid, pictureBox, !isGood),
    ...(wideLogoCid
      ? { [logoFile]: await loadFittedPicture(deps, wideLogoCid, logoBox, !isGood) }
      : {}),
  };
  const svg = await deps.typesetter.set({
    template: cardTemplate.path,
    data,
    files,
    format: 'svg',
  });
  const sharp = await loadSharp();
  return sharp(withoutSymbols(svg)).removeAlpha().png({ compressionLevel: 4 }).toBuffer();
}

/**
 * Replaces symbols with groups. Librsvg creates a viewport for each use of a symbol but none for a
 * group, so the same pixels cost less.
 */
function withoutSymbols(svg: Buffer): Buffer {
  const text = svg.toString().replaceAll('<symbol ', '<g ').replaceAll('</symbol>', '</g>');
  return Buffer.from(text);
}
