import { createShades } from '@insignia/tokens/shades';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import { loadSharp } from '../../platform/images/index.ts';
import type { JobFile, Typesetter } from '../../platform/typeset/index.ts';
import { type Brand, computePublicStatus } from '../published/index.ts';
import {
  createCertificateData,
  logoFile,
  ornamentFile,
  type PrintedCredential,
  pictureFile,
  sheetSize,
  signatureFile,
  signedCopyFile,
} from './certificate-data.ts';
import { createOrnament } from './ornaments.ts';
import { flatPalette, loadPictureFile, type PictureDeps } from './pictures.ts';
import { INVALID_COLOR } from './status-mark.ts';
import { certificateTemplatePath } from './templates.ts';

const LONG_SIDE_PIXELS = 1_200;

export type RenderDeps = { clock: Clock; urls: Urls; typesetter: Typesetter } & PictureDeps;

type Output = {
  format?: 'pdf' | 'svg';
  /** The signed credential, which the PDF contains. */
  signedCopy?: JobFile | undefined;
};

/** One page in the brand's style. The PDF is PDF/A-3a if the fonts cover all of it. */
export async function renderCertificate(
  deps: RenderDeps,
  credential: PrintedCredential,
  brand: Brand,
  { format = 'pdf', signedCopy }: Output = {},
): Promise<Buffer> {
  const { revokedAt, expires, imageCid, logoCid } = credential;
  const lasting = { revoked: revokedAt !== null, expires: expires?.getTime() };
  const state = computePublicStatus(lasting, deps.clock().getTime());
  const isGood = state === 'valid';
  const accent = isGood ? createShades(brand.accentColor).onLight : INVALID_COLOR;
  const ornament = createOrnament(brand, accent);
  const files: Record<string, JobFile> = {
    [pictureFile]: await loadPictureFile(deps, imageCid, !isGood),
    ...(logoCid ? { [logoFile]: await loadPictureFile(deps, logoCid) } : {}),
    ...(ornament ? { [ornamentFile]: ornament } : {}),
    ...(signedCopy ? { [signedCopyFile]: signedCopy } : {}),
  };
  for (const [n, { pictureCid }] of brand.signatures.entries())
    if (pictureCid) files[signatureFile(n)] = await loadPictureFile(deps, pictureCid);
  return deps.typesetter.set({
    template: certificateTemplatePath(brand.certificateStyle),
    data: createCertificateData(credential, brand, deps.urls, {
      ...{ state, accent },
      isSigned: signedCopy !== undefined,
    }),
    files,
    format,
  });
}

/** The certificate as a picture, for browsers that can't show PDFs in a page. */
export async function renderCertificatePicture(
  deps: RenderDeps,
  credential: PrintedCredential,
): Promise<Buffer> {
  const svg = await renderCertificate(deps, credential, credential.brand, { format: 'svg' });
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
