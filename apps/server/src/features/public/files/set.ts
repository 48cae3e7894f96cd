import type { WholeCredential } from '../store.ts';
import { blobOf, greyed } from './blobs.ts';
import type { FileDeps, HasPictures } from './deps.ts';
import { flatPalette } from './palette.ts';
import { cardInput, logoFile, pictureFile, type TemplateInput } from './template-input.ts';
import { cardTemplate } from './templates.ts';

/** 1200 by 630 pixels, PNG. */
export async function setCard(
  deps: Pick<FileDeps, 'typesetter' | 'clock'> & HasPictures,
  credential: WholeCredential,
): Promise<Buffer> {
  const input = cardInput(credential, deps.clock());
  const cid = credential.image512 ?? credential.imageCid;
  const { wideLogoCid } = credential;
  const files = {
    [pictureFile]: await pictureOf(deps, cid, input),
    ...(wideLogoCid ? { [logoFile]: await pictureOf(deps, wideLogoCid, input) } : {}),
  };
  const { data } = input;
  const svg = await deps.typesetter.set({
    template: cardTemplate.path,
    data,
    files,
    format: 'svg',
  });
  const { default: sharp } = await import('sharp');
  return sharp(svg).png(flatPalette).toBuffer();
}

/** Of what is revoked or expired, a grey one. */
async function pictureOf(
  deps: HasPictures,
  cid: string,
  { isGood }: TemplateInput,
): Promise<Buffer> {
  const bytes = await blobOf(deps, cid);
  return isGood ? bytes : greyed(bytes);
}
