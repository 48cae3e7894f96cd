import type { WholeCredential } from '../store.ts';
import { fileOf } from './blobs.ts';
import type { FileDeps, HasPictures } from './deps.ts';
import { flatPalette } from './palette.ts';
import { cardInput, logoFile, pictureFile } from './template-input.ts';
import { cardTemplate } from './templates.ts';

/** 1200 by 630 pixels, PNG. */
export async function setCard(
  deps: Pick<FileDeps, 'typesetter' | 'clock'> & HasPictures,
  credential: WholeCredential,
): Promise<Buffer> {
  const { data, isGood } = cardInput(credential, deps.clock());
  const cid = credential.image512 ?? credential.imageCid;
  const { wideLogoCid } = credential;
  const files = {
    [pictureFile]: await fileOf(deps, cid, !isGood),
    ...(wideLogoCid ? { [logoFile]: await fileOf(deps, wideLogoCid, !isGood) } : {}),
  };
  const svg = await deps.typesetter.set({
    template: cardTemplate.path,
    data,
    files,
    format: 'svg',
  });
  const { default: sharp } = await import('sharp');
  return sharp(svg).png(flatPalette).toBuffer();
}
