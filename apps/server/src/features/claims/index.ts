import * as contract from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prefersHtml } from '../../kernel/accept.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  clientAddress,
  type Implement,
  parseInput,
  readRequestLanguage,
  type Scope,
} from '../../platform/http/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { hasBadge } from '../badges/index.ts';
import {
  type ClaimResult,
  confirmClaim,
  findClaimResult,
  type PublicClaimDeps,
  requireClaim,
  sendClaimCode,
} from './claim.ts';
import { approveRequests, declineRequests } from './issue.ts';
import { changeClaim, createClaim, deleteClaim } from './manage.ts';
import { fieldPrefix, showClaim } from './page.ts';
import { computeClaimStatus } from './rules.ts';
import {
  findClaim,
  isCodeSent,
  type ListedClaim,
  listBadgeClaims,
  listWaitingRequests,
  type PublicClaim,
} from './store.ts';

export { eraseFromClaims, registerClaimsWork } from './manage.ts';
export { deleteBadgeClaims } from './store.ts';
export { type ClaimMail, claimCodeEmail, claimCodeMailKind, getClaimTexts } from './texts.ts';

type RouteDeps = PublicClaimDeps & { cursors: PageTokens } & contract.SchemaSettings;

const pageSize = 50;

export function registerClaims(scope: Scope, deps: RouteDeps) {
  const pages = scope.within(createPageScope(deps.urls.base), ({ implement }) =>
    pageRoutes(implement, deps),
  );
  return [claimRoutes(scope.implement, deps), pages];
}

function claimRoutes(implement: Implement, deps: RouteDeps) {
  const { db, urls, cursors, clock } = deps;
  const item = ({
    id,
    places,
    createdAt,
    expires,
    accountId: _,
    badgeId: __,
    ...row
  }: ListedClaim) => ({
    ...row,
    ...{ claimId: id, url: urls.claim(row.code), limit: places },
    status: computeClaimStatus({ places, expires, ...row }, clock().getTime()),
    expires: expires?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  });

  return implement(contract.claimOperations, {
    createClaim: async ({ params, body, who, once }) =>
      createClaim(deps, who, params.badgeId, body, once()),

    listClaims: async ({ params: { badgeId }, query, who }) => {
      const list = paginate(
        cursors,
        `claims ${badgeId}`,
        who.accountId,
        query.lastEvaluatedKey,
        pageSize,
      );
      if (!(await hasBadge(db, who.accountId, badgeId))) throw new Problem('badge_not_found');
      const { rows, ...more } = await list((lastId, limit) =>
        listBadgeClaims(db, badgeId, lastId, limit),
      );
      return { items: rows.map(item), ...more };
    },

    updateClaim: async ({ params: { claimId }, body: { active }, who }) => {
      await changeClaim(deps, who, claimId, active);
      return { claimId, active };
    },

    deleteClaim: async ({ params, who }) => {
      await deleteClaim(deps, who, params.claimId);
      return { deleted: true } as const;
    },

    listClaimRequests: async ({ params: { claimId }, query, who }) => {
      const list = paginate(
        cursors,
        `claim requests ${claimId}`,
        who.accountId,
        query.lastEvaluatedKey,
        pageSize,
      );
      if (!(await findClaim(db, who.accountId, claimId))) throw new Problem('claim_not_found');
      const { rows, ...more } = await list((lastId, limit) =>
        listWaitingRequests(db, claimId, lastId, limit),
      );
      const items = rows.map(({ id, name, email, attributes, createdAt }) => ({
        ...{ requestId: id, recipient: { name, email }, attributes: attributes ?? {} },
        createdAt: createdAt.toISOString(),
      }));
      return { items, ...more };
    },

    approveClaims: async ({ params, body, who }) => {
      if (!deps.baseUrl.isStored) await deps.baseUrl.store();
      return approveRequests(deps, who, params.claimId, readRequestIds(body.requestIds));
    },

    declineClaims: async ({ params, body, who }) =>
      declineRequests(deps, who, params.claimId, readRequestIds(body.requestIds)),
  });
}

/** An invalid id is skipped, like an unknown one. */
const readRequestIds = (ids: string[]): string[] =>
  ids.map((id) => readId(id) ?? '00000000-0000-0000-0000-000000000000');

/** The page of a claim code, for people and programs. */
function pageRoutes(implement: Implement, deps: RouteDeps) {
  const { urls, clock, recipientNameMin } = deps;
  const start = contract.claimStart(deps);
  const context = () => ({ urls, now: clock(), recipientNameMin });

  const redirect = (reply: FastifyReply, claim: PublicClaim, result: ClaimResult): FastifyReply =>
    reply.redirect(
      result.status === 'issued'
        ? urls.credentialPage(result.credentialId)
        : `${urls.claim(claim.code)}?request=${result.requestId}`,
      303,
    );

  const act = async (claim: PublicClaim, fields: Fields, request: FastifyRequest) => {
    const client = clientAddress(request);
    if (fields.requestId !== undefined)
      return confirmClaim(deps, claim, parseInput(contract.claimConfirmation, fields), client);
    const language = readRequestLanguage(request);
    return sendClaimCode(deps, claim, parseInput(start, fields), { client, language });
  };

  return implement(contract.claimPageOperations, {
    claimPage: async ({ params, query, reply }) => {
      const claim = await requireClaim(deps, params.claimCode);
      if (query.qr !== undefined) return showClaim(reply, claim, { step: 'poster' }, context());
      const requestId = readId(query.request ?? '');
      const result = requestId && (await findClaimResult(deps, claim, requestId));
      if (result)
        return result.status === 'issued'
          ? redirect(reply, claim, result)
          : showClaim(reply, claim, { step: 'waiting' }, context());
      if (requestId && (await isCodeSent(deps.db, claim.id, requestId)))
        return showClaim(reply, claim, { step: 'code', requestId }, context());
      return showClaim(reply, claim, { step: 'start' }, context());
    },

    claimCredential: async ({ params, request, reply }) => {
      const isPage = prefersHtml(request.headers.accept);
      const claim = await requireClaim(deps, params.claimCode);
      const { fields, values } = readFields(request);
      try {
        const result = await act(claim, fields, request);
        if (isPage) return redirect(reply, claim, result);
        const { credentialId, ...shown } = { credentialId: undefined, ...result };
        const awardId = credentialId && urls.credential(credentialId);
        return reply
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .serializer(JSON.stringify)
          .send({ ...shown, awardId });
      } catch (error) {
        if (!isPage) throw error;
        const { requestId } = values;
        // The state may have changed: the last place may be taken by now.
        const now = await requireClaim(deps, params.claimCode);
        const step = requestId
          ? ({ step: 'code', requestId } as const)
          : { step: 'start' as const };
        return showClaim(reply, now, step, context(), { error, values });
      }
    },
  });
}

type Fields = Record<string, unknown>;

/** A form names its custom fields with a prefix; JSON has them in `attributes`. */
function readFields(request: FastifyRequest): { fields: Fields; values: Record<string, string> } {
  const body = (request.body ?? {}) as Fields;
  const values = Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
  if (body.attributes !== undefined) return { fields: body, values };
  const attributes = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(fieldPrefix) && value.trim() !== ''
        ? [[name.slice(fieldPrefix.length), value]]
        : [],
    ),
  );
  return { fields: { ...body, attributes }, values };
}
