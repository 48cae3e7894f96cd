import * as contract from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import type { Implement } from '../../platform/http/index.ts';
import { definePage } from '../../platform/pages/index.ts';
import type { IssuerDeps } from './deps.ts';
import { verifyIssuerCode } from './verify.ts';

const resultPage = definePage<{ name: string | undefined }>(
  import.meta.url,
  './views/verified.eta',
);

/** The page behind the link in verification emails. */
export function issuerPages(implement: Implement, deps: IssuerDeps) {
  return implement(contract.issuerLinkOperations, {
    verifyIssuerLink: async ({ params, request, reply }) => {
      const id = readId(params.guid);
      // Email programs check links with HEAD. Only GET verifies.
      const name =
        request.method === 'GET' && id ? await verifyIssuerCode(deps, id, params.code) : undefined;
      if (name === undefined)
        return resultPage(reply, 'Link not valid', { name }, request.method === 'HEAD' ? 200 : 400);
      return resultPage(reply, 'Issuer verified', { name });
    },
  });
}
