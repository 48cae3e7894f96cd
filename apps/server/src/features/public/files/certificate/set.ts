import { shadesOf } from '@insignia/tokens/shades';
import type { JobFile } from '../../../../platform/typeset/index.ts';
import { stateOf } from '../../rules.ts';
import type { Brand, WholeCredential } from '../../store.ts';
import { fileOf } from '../blobs.ts';
import type { SetDeps } from '../deps.ts';
import { spent } from '../template-input.ts';
import { styleTemplate } from '../templates.ts';
import { certificateData, logoFile, ornamentFile, pictureFile, signatureFile } from './input.ts';
import { ornamentOf } from './ornaments.ts';

/** One page in the brand's style. The PDF is PDF/A-2a if the fonts cover all of it. */
export async function setCertificate(
  deps: SetDeps,
  credential: WholeCredential,
  brand: Brand,
  format: 'pdf' | 'svg' = 'pdf',
): Promise<Buffer> {
  const { revokedAt, expires, imageCid, logoCid } = credential;
  const lasting = { revoked: revokedAt !== null, expires: expires?.getTime() };
  const state = stateOf(lasting, deps.clock().getTime());
  const isGood = state === 'valid';
  const accent = isGood ? shadesOf(brand.accentColor).onLight : spent;
  const ornament = ornamentOf(brand, accent);
  const files: Record<string, JobFile> = {
    [pictureFile]: await fileOf(deps, imageCid, !isGood),
    ...(logoCid ? { [logoFile]: await fileOf(deps, logoCid) } : {}),
    ...(ornament ? { [ornamentFile]: ornament } : {}),
  };
  for (const [n, { pictureCid }] of brand.signatures.entries())
    if (pictureCid) files[signatureFile(n)] = await fileOf(deps, pictureCid);
  return deps.typesetter.set({
    template: styleTemplate(brand.certificateStyle),
    data: certificateData(credential, brand, deps.urls, { state, accent }),
    files,
    format,
  });
}
