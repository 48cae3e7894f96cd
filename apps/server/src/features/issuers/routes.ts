import * as contract from '@insignia/contract';
import { Problem } from '../../kernel/problem.ts';
import type { Implement } from '../../platform/http/index.ts';
import { paginate } from '../../platform/http/page-tokens.ts';
import { findImageErrors } from '../../platform/images/index.ts';
import { createIssuer } from './create.ts';
import { deleteIssuer } from './delete.ts';
import type { IssuerDeps } from './deps.ts';
import { computeIssuerEtag, toIssuerReply } from './reply.ts';
import { findIssuer, issuersPage } from './store.ts';
import { updateIssuer } from './update.ts';
import { rotateIssuerCode, verifyIssuer } from './verify.ts';

const pageSize = 50;

export function issuerRoutes(implement: Implement, deps: IssuerDeps) {
  const { db, urls, cursors } = deps;

  return implement(contract.issuerOperations, {
    createIssuer: {
      handle: async ({ body, who }) => ({
        issuerId: urls.issuer(await createIssuer(deps, who, body)),
      }),
      faults: ({ logo }) => findImageErrors('logo', logo),
    },

    listIssuers: async ({ query, who }) => {
      const page = paginate(cursors, 'issuers', who.accountId, query.lastEvaluatedKey, pageSize);
      const { rows, ...more } = await page((last, most) =>
        issuersPage(db, who.accountId, last, most),
      );
      return { items: rows.map((row) => toIssuerReply(urls, row)), ...more };
    },

    getIssuer: async ({ params, who }) => {
      const issuer = await findIssuer(db, params.issuerId);
      if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
      return { answer: toIssuerReply(urls, issuer), etag: computeIssuerEtag(urls, issuer) };
    },

    verifyIssuer: async ({ params, body, who }) => {
      await verifyIssuer(deps, who, params.issuerId, body.code);
      return 'issuer verified';
    },

    rotateIssuerCode: async ({ params, who }) => {
      await rotateIssuerCode(deps, who, params.issuerId);
      return { sent: true } as const;
    },

    updateIssuer: {
      handle: async ({ params: { issuerId }, body, who, assertMatches }) => {
        const etag = await updateIssuer(deps, who, issuerId, body, assertMatches);
        return { answer: { issuerId: urls.issuer(issuerId), updated: true as const }, etag };
      },
      // An empty value removes it.
      faults: ({ logo }) => (logo === '' ? [] : findImageErrors('logo', logo)),
    },

    deleteIssuer: async ({ params, who }) => {
      await deleteIssuer(deps, who, params.issuerId);
      return 'issuer deleted';
    },
  });
}
