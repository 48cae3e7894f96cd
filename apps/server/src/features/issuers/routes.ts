import * as contract from '@insignia/contract';
import { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import { imageFaults } from '../../platform/images/index.ts';
import { pageOf } from '../../platform/page-tokens.ts';
import { createIssuer } from './create.ts';
import { deleteIssuer } from './delete.ts';
import type { IssuerDeps } from './deps.ts';
import { type IssuerRow, issuersPage } from './store.ts';
import { updateIssuer } from './update.ts';
import { rotateCode, verifyIssuer } from './verify.ts';

const pageSize = 50;
const byId = z.object({ issuerId: contract.idOrUrl });

function issuerId(text: string): string {
  const id = readId(text);
  if (!id) throw new Problem('issuer_not_found');
  return id;
}

export function issuerRoutes(route: Router, deps: IssuerDeps): void {
  const { db, urls, pages } = deps;

  const item = (row: IssuerRow): z.input<typeof contract.issuer> => ({
    id: urls.issuer(row.id),
    name: row.name,
    url: row.url,
    email: row.email,
    verified: row.verifiedAt !== null,
    timestamp: row.createdAt.getTime(),
    ...(row.logoCid ? { logo: urls.image(row.logoCid) } : {}),
    ...(row.linkedinOrganizationId ? { linkedinOrganizationId: row.linkedinOrganizationId } : {}),
  });

  route(
    'createIssuer',
    {
      body: contract.createIssuer,
      faults: ({ logo }) => imageFaults('logo', logo),
      reply: z.object({ issuerId: z.string() }),
      errors: ['issuer_limit_reached', 'storage_full', 'busy'],
    },
    async ({ body, who }) => ({ issuerId: urls.issuer(await createIssuer(deps, who, body)) }),
  );

  route(
    'listIssuers',
    { query: contract.paged, reply: contract.issuerList, errors: ['invalid_page_token'] },
    async ({ query, who }) => {
      const page = pageOf(pages, 'issuers', who.accountId, query.lastEvaluatedKey, pageSize);
      const { rows, ...more } = await page((last, most) =>
        issuersPage(db, who.accountId, last, most),
      );
      return { items: rows.map(item), ...more };
    },
  );

  route(
    'verifyIssuer',
    {
      params: byId,
      body: contract.verifyIssuer,
      reply: z.string(),
      errors: ['issuer_not_found', 'invalid_verification_code'],
    },
    async ({ params, body, who }) => {
      const id = issuerId(params.issuerId);
      if (body.issuerId !== undefined && readId(body.issuerId) !== id)
        throw invalid('issuerId', 'differs from the path');
      await verifyIssuer(deps, who, id, body.code);
      return 'issuer verified';
    },
  );

  route(
    'rotateIssuerCode',
    {
      params: byId,
      reply: z.object({ sent: z.literal(true) }),
      envelope: true,
      errors: ['issuer_not_found', 'issuer_already_verified'],
    },
    async ({ params, who }) => {
      await rotateCode(deps, who, issuerId(params.issuerId));
      return { sent: true } as const;
    },
  );

  route(
    'updateIssuer',
    {
      params: byId,
      body: contract.updateIssuer,
      // An empty one takes it away.
      faults: ({ logo }) => (logo === '' ? [] : imageFaults('logo', logo)),
      reply: z.object({ issuerId: z.string(), updated: z.literal(true) }),
      errors: ['issuer_not_found', 'not_authorized', 'verified_issuer_not_editable'],
    },
    async ({ params, body, who }) => {
      const id = issuerId(params.issuerId);
      await updateIssuer(deps, who, id, body);
      return { issuerId: urls.issuer(id), updated: true } as const;
    },
  );

  route(
    'deleteIssuer',
    { params: byId, reply: z.string(), errors: ['issuer_not_found', 'issuer_has_badges'] },
    async ({ params, who }) => {
      await deleteIssuer(deps, who, issuerId(params.issuerId));
      return 'issuer deleted';
    },
  );
}
