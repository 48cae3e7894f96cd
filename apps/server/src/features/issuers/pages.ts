import * as contract from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import type { Router } from '../../platform/http/index.ts';
import { definePage } from '../../platform/pages/index.ts';
import type { IssuerDeps } from './deps.ts';
import { tryCode } from './verify.ts';

const result = definePage<{ name: string | undefined }>(import.meta.url, './views/verified.eta');

/** The page behind the link in verification emails. */
export function issuerPages(route: Router, deps: IssuerDeps): void {
  route(contract.verifyIssuerLink, async ({ params, request, reply }) => {
    const id = readId(params.guid);
    // Email programs check links with HEAD. Only GET verifies.
    const name = request.method === 'GET' && id ? await tryCode(deps, id, params.code) : undefined;
    if (name === undefined)
      return result(reply, 'Link not valid', { name }, request.method === 'HEAD' ? 200 : 400);
    return result(reply, 'Issuer verified', { name });
  });
}
