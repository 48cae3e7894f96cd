import { Problem } from '../../../kernel/problem.ts';
import type { WholeCredential } from '../store.ts';
import type { FileDeps } from './deps.ts';
import {
  cardInput,
  certificateInput,
  logoFile,
  pictureFile,
  type TemplateInput,
} from './template-input.ts';
import { cardTemplate, certificateTemplate } from './templates.ts';

/** One A4 page, PDF/A-2a where the fonts cover all of it. */
export async function setCertificate(deps: FileDeps, credential: WholeCredential): Promise<Buffer> {
  const input = certificateInput(credential, deps.urls, deps.clock());
  const { imageCid, logoCid } = credential;
  const files = {
    [pictureFile]: await pictureOf(deps, imageCid, input),
    ...(logoCid ? { [logoFile]: await blobOf(deps, logoCid) } : {}),
  };
  return deps.typesetter.set({
    template: certificateTemplate.path,
    data: input.data,
    files,
    format: 'pdf',
  });
}

/** 1200 by 630 pixels, PNG. */
export async function setCard(deps: FileDeps, credential: WholeCredential): Promise<Buffer> {
  const input = cardInput(credential, deps.clock());
  const cid = credential.image512 ?? credential.imageCid;
  const files = { [pictureFile]: await pictureOf(deps, cid, input) };
  const { data } = input;
  const svg = await deps.typesetter.set({
    template: cardTemplate.path,
    data,
    files,
    format: 'svg',
  });
  const { default: sharp } = await import('sharp');
  return sharp(svg).png({ palette: true, effort: 1 }).toBuffer();
}

/** Of what is revoked or expired, a grey one. */
async function pictureOf(deps: FileDeps, cid: string, { isGood }: TemplateInput): Promise<Buffer> {
  const bytes = await blobOf(deps, cid);
  if (isGood) return bytes;
  const { default: sharp } = await import('sharp');
  return sharp(bytes).grayscale().png().toBuffer();
}

export async function blobOf({ images }: Pick<FileDeps, 'images'>, cid: string): Promise<Buffer> {
  const bytes = await images.get(cid);
  if (!bytes) throw new Problem('image_unavailable', { retryAfterSeconds: 60 });
  return bytes;
}
