import * as contract from '@insignia/contract';
import { currentClient } from '../../platform/call-context.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import type { Scope } from '../../platform/http/index.ts';
import { findBrandErrors } from '../issuers/index.ts';
import type { PreviewDeps } from './deps.ts';
import { previewBrand } from './preview-brand.ts';

/** Each preview keeps up to three pictures in memory from request to response. */
const MAX_PREVIEWS = 24;
/** A preview uses several threads in turn, so one at a time leaves a processor to other accounts. */
const MAX_PREVIEWS_PER_ACCOUNT = 1;
const MAX_WAITING_PER_ACCOUNT = 8;

export function registerPreviews({ implement }: Scope, deps: PreviewDeps) {
  const queue = createFairQueue({
    slots: MAX_PREVIEWS,
    slotsPerClient: MAX_PREVIEWS_PER_ACCOUNT,
    maxWaiting: MAX_PREVIEWS,
    maxWaitingPerClient: MAX_WAITING_PER_ACCOUNT,
  });
  return implement(contract.previewOperations, {
    previewBrand: {
      handle: async ({ params, body, who, reply }) => {
        const bytes = await queue.run(currentClient(), () =>
          previewBrand(deps, who, params.issuerId, body),
        );
        return reply
          .type(body.file === 'certificate.pdf' ? 'application/pdf' : 'image/png')
          .header('cache-control', 'no-store')
          .header('content-disposition', `inline; filename="${body.file}"`)
          .send(bytes);
      },
      faults: findBrandErrors,
    },
  });
}
