import { createShades } from '@insignia/tokens/shades';
import type { JobFile } from '../../../../platform/typeset/index.ts';
import { computePublicStatus } from '../../rules.ts';
import type { Brand, PublishedCredential } from '../../store.ts';
import type { RenderDeps } from '../deps.ts';
import { loadPictureFile } from '../pictures.ts';
import { INVALID_COLOR } from '../template-input.ts';
import { certificateTemplatePath } from '../templates.ts';
import {
  createCertificateData,
  logoFile,
  ornamentFile,
  pictureFile,
  signatureFile,
} from './input.ts';
import { createOrnament } from './ornaments.ts';

/** One page in the brand's style. The PDF is PDF/A-2a if the fonts cover all of it. */
export async function renderCertificate(
  deps: RenderDeps,
  credential: PublishedCredential,
  brand: Brand,
  format: 'pdf' | 'svg' = 'pdf',
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
  };
  for (const [n, { pictureCid }] of brand.signatures.entries())
    if (pictureCid) files[signatureFile(n)] = await loadPictureFile(deps, pictureCid);
  return deps.typesetter.set({
    template: certificateTemplatePath(brand.certificateStyle),
    data: createCertificateData(credential, brand, deps.urls, { state, accent }),
    files,
    format,
  });
}
