import * as contract from '@insignia/contract';
import type { Scope } from '../../platform/http/index.ts';
import { createTurns } from '../../platform/images/index.ts';
import { brandFaults } from '../issuers/index.ts';
import type { PreviewDeps } from './deps.ts';
import { previewBrand } from './preview-brand.ts';

/** More would keep those waiting who want a certificate that there is. */
const mostAtOnce = 24;

export function registerPreviews({ route }: Scope, deps: PreviewDeps): void {
  const inTurn = createTurns(mostAtOnce, 0);
  // One after the other: pictures that are kept have turns of the same few.
  const decoding = createTurns(1, mostAtOnce);
  route(
    contract.previewBrand,
    async ({ params, body, who, reply }) => {
      const bytes = await inTurn(() =>
        previewBrand({ ...deps, decoding }, who, params.issuerId, body),
      );
      return reply
        .type(body.file === 'certificate.pdf' ? 'application/pdf' : 'image/png')
        .header('cache-control', 'no-store')
        .header('content-disposition', `inline; filename="${body.file}"`)
        .send(bytes);
    },
    { faults: brandFaults },
  );
}
