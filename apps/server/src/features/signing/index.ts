import * as contract from '@insignia/contract';
import { verificationMethodId } from '@insignia/openbadges/v3';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import { type BackgroundWork, enqueue, type Job, runInSlices } from '../../platform/jobs/index.ts';
import { recordAction } from '../audit/index.ts';
import { countSignedCredentials, listSignedSince } from './entry-store.ts';
import {
  insertIssuerKey,
  isOwnIssuer,
  lockKeyIssuer,
  markKeysRevoked,
  selectIssuerKeys,
} from './key-store.ts';
import { createIssuerKey, filterUsableKeys, rotateKey } from './keys.ts';
import { chooseSigningKey, isInFuture } from './rules.ts';
import type { SigningKeyDeps } from './signers.ts';
import type { IssuerKeyRow } from './sql.ts';

export { assignMissingEntries } from './assign-entry.ts';
export { badgeVersionImages, signedLogos } from './entry-store.ts';
export { countLostKeys, issuerKeySecrets, openIssuerKeys, sealIssuerKeys } from './keys.ts';
export { createSigning, createWalletOffer, type Signing } from './sign.ts';
export { SignerCache } from './signers.ts';
export {
  closeStatusLists,
  markRevokedInLists,
  statusCacheTag,
  statusListCacheTag,
} from './status-lists.ts';

/** Operations on an issuer's signing keys. */
export function registerSigning({ implement }: Scope, deps: SigningKeyDeps) {
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

type KeyRevocation = {
  issuerId: string;
  /** Undefined means all keys. */
  keyId: string | undefined;
  since: Date | undefined;
  reason: string | undefined;
};

/** Revokes keys and their signatures. Another key signs immediately. */
async function revokeKeys(
  deps: Pick<SigningKeyDeps, 'db' | 'clock' | 'sealer' | 'invalidateIssuer'>,
  who: Caller,
  revocation: KeyRevocation,
): Promise<{ keyId: string; revoked: number }> {
  const { db, clock, invalidateIssuer } = deps;
  const { issuerId, since } = revocation;
  const done = await db.write(async (trx) => {
    if (!(await lockKeyIssuer(trx, who.accountId, issuerId))) throw new Problem('issuer_not_found');
    const now = clock();
    const keys = await selectIssuerKeys(trx, issuerId);
    const ids = selectKeyIds(keys, revocation.keyId);
    await markKeysRevoked(trx, ids, now, since ?? null);
    const present = chooseSigningKey(filterUsableKeys(deps.sealer, keys), now);
    const keyId =
      present && !ids.includes(present.id)
        ? present.id
        : await replaceKey(trx, deps, keys, revocation);
    if (since && ids.length > 0) await revokeLater(trx, who, ids, since, revocation.reason);
    const fields = { keyId: revocation.keyId, since, reason: revocation.reason };
    await recordAction(trx, who, { action: 'revokeIssuerKeys', target: issuerId, fields }, now);
    return { keyId, revoked: ids.length };
  });
  await invalidateIssuer(issuerId);
  return done;
}

/** Unrevoked keys: the named one, or all. */
function selectKeyIds(keys: IssuerKeyRow[], keyId: string | undefined): string[] {
  const named = keyId === undefined ? keys : keys.filter(({ id }) => id === keyId);
  if (keyId !== undefined && named.length === 0) throw new Problem('issuer_key_not_found');
  return named.filter(({ revokedAt }) => !revokedAt).map(({ id }) => id);
}

async function replaceKey(
  trx: Trx,
  { clock, sealer }: Pick<SigningKeyDeps, 'clock' | 'sealer'>,
  [newest]: IssuerKeyRow[],
  { issuerId }: KeyRevocation,
): Promise<string> {
  const key = await createIssuerKey(trx, sealer, issuerId, (newest?.number ?? 0) + 1, {
    now: clock(),
  });
  await insertIssuerKey(trx, key);
  return key.id;
}

function revokeLater(
  trx: Trx,
  { accountId, personId, keyId }: Caller,
  keyIds: string[],
  since: Date,
  reason = '',
): Promise<unknown> {
  const by = { personId, keyId };
  const work: RevokeSignedPayload = { accountId, keyIds, since: since.toISOString(), reason, by };
  return enqueue(trx, revokeSignedKind, work, { accountId });
}

type KeySelection = { issuerId: string; keyId: string | undefined; since: Date | undefined };

/** Counts what `revokeKeys` would affect now. */
async function previewKeyRevocation(
  db: Database,
  accountId: string,
  { issuerId, keyId, since }: KeySelection,
): Promise<contract.OperationPayload<typeof contract.previewKeyRevocation>> {
  if (!(await isOwnIssuer(db, accountId, issuerId))) throw new Problem('issuer_not_found');
  const ids = selectKeyIds(await selectIssuerKeys(db, issuerId), keyId);
  const counts =
    ids.length > 0 ? await countSignedCredentials(db, ids, since) : { signed: 0, revoked: 0 };
  return { keys: ids.length, ...counts };
}

/** Credentials issued since then and signed with these keys. */
type RevokeSignedPayload = {
  accountId: string;
  keyIds: string[];
  since: string;
  reason: string;
  /** Absent in jobs of the previous release. */
  by?: { personId: string; keyId?: string | undefined };
};

const revokeSignedKind = 'revoke-signed';
const BATCH_SIZE = 500;

type SigningWorkDeps = {
  db: Database;
  clock: Clock;
  revokeMany: (
    trx: Trx,
    revocation: { accountId: string; by: RevokeSignedPayload['by']; reason: string; now: Date },
    ids: string[],
  ) => Promise<string[]>;
  /** Invalidates public documents of these credentials in this process. */
  invalidateCredentials: (credentialIds: string[]) => void;
};

/** Each batch is a transaction. Revoked credentials aren't found again. */
export function registerSigningWork(
  work: BackgroundWork,
  { db, clock, revokeMany, invalidateCredentials }: SigningWorkDeps,
): void {
  work.jobs({
    [revokeSignedKind]: ({ payload }: Job<RevokeSignedPayload>) =>
      runInSlices(async () => {
        const { accountId, keyIds, reason, by } = payload;
        const since = new Date(payload.since);
        const ids = await db.write(async (trx) => {
          const found = await listSignedSince(trx, keyIds, since, BATCH_SIZE);
          await revokeMany(trx, { accountId, by, reason, now: clock() }, found);
          return found;
        });
        if (ids.length > 0) invalidateCredentials(ids);
        return ids.length > 0;
      }),
  });
}
