import { fileURLToPath } from 'node:url';
import { Problem } from '../../kernel/problem.ts';
import type { WholeCredential } from '../verification/index.ts';
import type { CertificateDeps } from './deps.ts';
import { cardLook, certificateLook, logoFile, pictureFile } from './look.ts';

const templateOf = (name: string): string =>
  fileURLToPath(new URL(`./templates/${name}.typ`, import.meta.url));
const certificate = templateOf('certificate');
const card = templateOf('card');

/** One A4 page, PDF/A-2a where the fonts cover all of it. */
export async function setCertificate(
  deps: CertificateDeps,
  credential: WholeCredential,
): Promise<Buffer> {
  const { data } = certificateLook(credential, deps.urls, deps.clock());
  const { imageCid, logoCid } = credential;
  const files = {
    [pictureFile]: await blobOf(deps, imageCid),
    ...(logoCid ? { [logoFile]: await blobOf(deps, logoCid) } : {}),
  };
  return deps.typesetter.set({ template: certificate, data, files, format: 'pdf' });
}

/** 1200 by 630 pixels, PNG. */
export async function setCard(deps: CertificateDeps, credential: WholeCredential): Promise<Buffer> {
  const { data } = cardLook(credential, deps.clock());
  const files = { [pictureFile]: await blobOf(deps, credential.image512 ?? credential.imageCid) };
  const svg = await deps.typesetter.set({ template: card, data, files, format: 'svg' });
  const { default: sharp } = await import('sharp');
  return sharp(svg).png({ palette: true, compressionLevel: 9 }).toBuffer();
}

export async function blobOf({ images }: CertificateDeps, cid: string): Promise<Buffer> {
  const bytes = await images.get(cid);
  if (!bytes) throw new Problem('image_unavailable', { retryAfterSeconds: 60 });
  return bytes;
}
