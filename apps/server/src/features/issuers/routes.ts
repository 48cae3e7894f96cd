import * as contract from '@insignia/contract';
import { createShades } from '@insignia/tokens/shades';
import { toAddressKey } from '../../kernel/address-key.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newRoutedId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import {
  findReply,
  hashUpload,
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import type { Implement, Scope } from '../../platform/http/index.ts';
import { paginate } from '../../platform/http/page-tokens.ts';
import { findImageErrors, saveImage, storeImage } from '../../platform/images/index.ts';
import { createPageScope, definePage } from '../../platform/pages/index.ts';
import { recordAction } from '../audit/index.ts';
import { findOwnerAddresses } from '../people/index.ts';
import type { BrandRow } from './brand/store.ts';
import { computeBrandEtag, findBrandErrors, readBrand, updateBrand } from './brand/update.ts';
import type { IssuerDeps } from './deps.ts';
import {
  countBadges,
  countUnrevokedForIssuer,
  deleteIssuerRow,
  findIssuer,
  hideIssuerRow,
  insertIssuer,
  issuersPage,
  lockAndCountIssuers,
  lockIssuer,
} from './store.ts';
import { computeIssuerEtag, correctIssuerName, toIssuerReply, updateIssuer } from './update.ts';
import {
  createIssuerCode,
  rotateIssuerCode,
  sendIssuerCode,
  verifyIssuer,
  verifyIssuerCode,
} from './verify.ts';

const pageSize = 50;

function issuerRoutes(implement: Implement, deps: IssuerDeps) {
  const { db, urls, cursors } = deps;

  return implement(contract.issuerOperations, {
    createIssuer: {
      handle: ({ body, who, once }) => createIssuer(deps, who, body, once),
      findErrors: ({ logo }) => findImageErrors('logo', logo),
    },

    listIssuers: async ({ query, who }) => {
      const page = paginate(cursors, 'issuers', who.accountId, query.lastEvaluatedKey, pageSize);
      const { rows, ...more } = await page((last, limit) =>
        issuersPage(db, who.accountId, last, limit),
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
      findErrors: ({ logo }) => (logo === '' ? [] : findImageErrors('logo', logo)),
    },

    correctIssuerName: async ({ params: { issuerId }, body, who, assertMatches }) => {
      const etag = await correctIssuerName(deps, who, issuerId, body.name, assertMatches);
      return { answer: { issuerId: urls.issuer(issuerId), updated: true as const }, etag };
    },

    deleteIssuer: async ({ params, who }) => {
      await deleteIssuer(deps, who, params.issuerId);
      return 'issuer deleted';
    },
  });
}

export function registerIssuers(scope: Scope, deps: IssuerDeps) {
  return [
    issuerRoutes(scope.implement, deps),
    brandRoutes(scope.implement, deps),
    scope.within(createPageScope(deps.urls.base), ({ implement }) => issuerPages(implement, deps)),
  ];
}

const resultPage = definePage<{ name: string | undefined }>(
  import.meta.url,
  './views/verified.eta',
);

/** The page behind the link in verification emails. */
function issuerPages(implement: Implement, deps: IssuerDeps) {
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

function brandRoutes(implement: Implement, deps: IssuerDeps) {
  return implement(contract.brandOperations, {
    getBrand: async ({ params, who }) =>
      toBrandReply(await readBrand(deps, who, params.issuerId), deps.urls),

    updateBrand: {
      handle: async ({ params, body, who, assertMatches }) => {
        const saved = await updateBrand(deps, who, params.issuerId, body, assertMatches);
        const { answer, etag } = toBrandReply(saved, deps.urls);
        return { answer: { ...answer, ...(saved.jobId ? { jobId: saved.jobId } : {}) }, etag };
      },
      findErrors: findBrandErrors,
    },

    countIssuerIssued: async ({ params, who }) => {
      const issuer = await findIssuer(deps.db, params.issuerId);
      if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
      const issued = await countUnrevokedForIssuer(
        deps.db,
        issuer.id,
        contract.MAX_COUNTED_AWARDS + 1,
      );
      return {
        count: Math.min(issued, contract.MAX_COUNTED_AWARDS),
        isMore: issued > contract.MAX_COUNTED_AWARDS,
      };
    },
  });
}

type Brand = contract.OperationPayload<typeof contract.getBrand>;

const toBrandReply = (row: BrandRow, urls: Urls) => ({
  answer: toBrand(row, urls),
  etag: computeBrandEtag(row),
});

function toBrand(row: BrandRow, urls: Urls): Brand {
  const { logoDarkCid, logoDark512: _, website, signatures, ...stored } = row.brand;
  const { certificateId, certificateVersion: __, cardId, cardVersion: ___, ...brand } = stored;
  return {
    ...brand,
    shades: createShades(brand.accentColor),
    ...(row.logoCid ? { logo: urls.image(row.logoCid) } : {}),
    ...(logoDarkCid ? { logoDark: urls.image(logoDarkCid) } : {}),
    signatures: signatures.map(({ name, title, pictureCid }) => ({
      ...{ name, title },
      ...(pictureCid ? { picture: urls.image(pictureCid) } : {}),
    })),
    ...(website ? { website } : {}),
    ...(certificateId ? { certificateId } : {}),
    ...(cardId ? { cardId } : {}),
  };
}

async function createIssuer(
  deps: Pick<IssuerDeps, 'db' | 'clock' | 'urls' | 'images' | 'takeStranger'>,
  who: Caller,
  input: contract.OperationBody<typeof contract.createIssuer>,
  readKey: (content: object) => IdempotencyKey | undefined,
): Promise<IdempotentReply<{ issuerId: string }>> {
  const { db, clock } = deps;
  const now = clock();
  const once = readKey({ ...input, logo: hashUpload(input.logo) });
  const earlier = await findReply<{ issuerId: string }>(db, who.accountId, once, now);
  if (earlier) return earlier;
  const own = await findOwnerAddresses(db, who);
  const proven = own.includes(toAddressKey(input.email));
  const logo =
    input.logo === undefined
      ? undefined
      : await storeImage(deps, 'logo', input.logo, { keepFormat: true, dropClear: true });
  const { code, codeHash } = createIssuerCode();
  const issuer = {
    id: newRoutedId(who.accountId),
    accountId: who.accountId,
    name: input.name,
    url: input.url,
    email: input.email,
    logoCid: logo?.cid ?? null,
    linkedinOrganizationId: input.linkedinOrganizationId || null,
    codeHash,
    verifiedAt: proven ? now : null,
    createdAt: now,
  };
  return runIdempotent(db, who.accountId, once, now, async (trx) => {
    const used = await lockAndCountIssuers(trx, who.accountId);
    if (used >= contract.plans[who.plan].issuers) throw new Problem('issuer_limit_reached');
    if (logo) await saveImage(trx, logo, now);
    await insertIssuer(trx, issuer);
    await recordAction(trx, who, { action: 'createIssuer', target: issuer.id, fields: input }, now);
    if (!proven) await sendIssuerCode(trx, deps, who, issuer, code);
    return { issuerId: deps.urls.issuer(issuer.id) };
  });
}

/**
 * Only listed badges block it (interface specification §7). A deleted badge needed by a revoked
 * credential keeps the public profile.
 */
async function deleteIssuer(
  { db, clock, invalidateIssuer }: Pick<IssuerDeps, 'db' | 'clock' | 'invalidateIssuer'>,
  who: Caller,
  id: string,
): Promise<void> {
  await db.write(async (trx) => {
    const issuer = await lockIssuer(trx, id);
    if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
    const { listed, hidden } = await countBadges(trx, id);
    if (listed > 0)
      throw new Problem('issuer_has_badges', {
        text: `issuer has ${listed} badge(s) linked: delete the badges first`,
      });
    await recordAction(
      trx,
      who,
      { action: 'deleteIssuer', target: id, name: issuer.name },
      clock(),
    );
    if (hidden > 0) await hideIssuerRow(trx, id, clock());
    else await deleteIssuerRow(trx, id);
  });
  await invalidateIssuer(id);
}
