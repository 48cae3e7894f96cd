import * as contract from '@insignia/contract';
import { verificationMethodId } from '@insignia/openbadges/v3';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Scope } from '../../platform/http/index.ts';
import type { KeyDeps } from './deps.ts';
import { isOwnIssuer, selectIssuerKeys } from './key-store.ts';
import { filterUsableKeys, rotateKey } from './keys.ts';
import { previewKeyRevocation, revokeKeys } from './revoke-keys.ts';
import { chooseSigningKey, isInFuture } from './rules.ts';

/** Operations on an issuer's signing keys. */
export function registerSigning({ implement }: Scope, deps: KeyDeps) {
  const { db, clock, urls } = deps;

  return implement(contract.issuerKeyOperations, {
    listIssuerKeys: async ({ params: { issuerId }, who }) => {
      if (!(await isOwnIssuer(db, who.accountId, issuerId))) throw new Problem('issuer_not_found');
      const keys = await selectIssuerKeys(db, issuerId);
      const did = urls.did(issuerId);
      const present = chooseSigningKey(filterUsableKeys(deps.sealer, keys), clock());
      return {
        items: keys.map(({ id, proofKey, jwtKey, createdAt, usedFrom, revokedAt }) => ({
          keyId: id,
          verificationMethods: [proofKey, jwtKey].map((key) => verificationMethodId(did, key)),
          createdAt: createdAt.toISOString(),
          usedFrom: usedFrom.toISOString(),
          signs: id === present?.id,
          revokedAt: revokedAt?.toISOString() ?? null,
        })),
      };
    },

    rotateIssuerKey: async ({ params, who }) => {
      const { id, usedFrom } = await rotateKey(deps, who, params.issuerId);
      return { keyId: id, usedFrom: usedFrom.toISOString() };
    },

    previewKeyRevocation: async ({ params: { issuerId }, query, who }) =>
      previewKeyRevocation(db, who.accountId, { issuerId, ...readRevocation(query) }),

    revokeIssuerKeys: async ({ params: { issuerId }, body, who }) =>
      revokeKeys(deps, who, { issuerId, ...readRevocation(body), reason: body.reason }),
  });

  function readRevocation(body: { keyId?: string | undefined; since?: string | undefined }) {
    const keyId = body.keyId === undefined ? undefined : readId(body.keyId);
    if (body.keyId !== undefined && !keyId) throw new Problem('issuer_key_not_found');
    const since = body.since === undefined ? undefined : new Date(body.since);
    if (since && isInFuture(since, clock())) throw invalid('since', 'must not be in the future');
    return { keyId, since };
  }
}
