import * as contract from '@insignia/contract';
import type { Scope } from '../../platform/http/index.ts';
import { brandFaults } from '../issuers/index.ts';
import type { PreviewDeps } from './deps.ts';
import { Places } from './places.ts';
import { previewBrand } from './preview-brand.ts';

/** More would keep those waiting who want a certificate that there is. */
const mostAtOnce = 24;

export function registerPreviews({ route }: Scope, deps: PreviewDeps): void {
  const places = new Places(mostAtOnce);
  route(
    contract.previewBrand,
    async ({ params, body, who, reply }) => {
      const bytes = await places.within(() => previewBrand(deps, who, params.issuerId, body));
      return reply
        .type(body.file === 'certificate.pdf' ? 'application/pdf' : 'image/png')
        .header('cache-control', 'no-store')
        .header('content-disposition', `inline; filename="${body.file}"`)
        .send(bytes);
    },
    { faults: brandFaults },
  );
}
