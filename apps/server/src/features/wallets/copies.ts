import { createHash, randomBytes } from 'node:crypto';
import type { WalletFormat } from '@insignia/contract';
import type { HolderKey } from '@insignia/openbadges/v3';
import { newId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Signing } from '../signing/index.ts';
import { isOffered, type OfferDeps, requireAccess } from './offers.ts';
import { verifyProofs } from './proof.ts';
import { canAddCopies, nonceLifetimeMs, readCredentialRequest } from './rules.ts';
import {
  countOtherCopies,
  dropCopies,
  findOffer,
  hasCopies,
  lockUnrevoked,
  saveCopies,
} from './store.ts';
import { createNonce, isNonce } from './tokens.ts';

export const copiesTotal = 'insignia_wallet_copies_issued_total';

export type CopyDeps = OfferDeps & { signing: Signing };

export function issueNonce({ clock, walletKeys }: OfferDeps, issuerId: string): string {
  const expires = new Date(clock().getTime() + nonceLifetimeMs);
  return createNonce(walletKeys, issuerId, expires, randomBytes(16));
}

/** Copies of a credential, one bound to each key that the wallet proves to have. */
export async function issueCopies(
  deps: CopyDeps,
  issuerId: string,
  authorization: string | undefined,
  body: unknown,
) {
  const { db, clock, urls, signing, walletKeys } = deps;
  const { offer } = await requireAccess(deps, issuerId, authorization);
  const request = readCredentialRequest(body);
  if ('error' in request) throw new Problem(request.error);
  const now = clock();
  const holders = await verifyProofs(request.proofs, {
    ...{ audience: urls.issuerPage(issuerId), now },
    isNonce: (nonce) => isNonce(walletKeys, issuerId, nonce, now),
  });
  const { credentialId } = offer;
  const { format } = request;
  const credential = await signing.credential(credentialId);
  if (!credential || !isOffered(credential, now)) throw new Problem('credential_request_denied');
  const responseId = newId();
  await db.write((trx) =>
    recordCopies(trx, {
      ...{ credentialId, format, holders, responseId, offerId: offer.id, now },
    }),
  );
  const credentials = await Promise.all(
    holders.map(async (holder) => ({ credential: await signing.bind(credential, holder, format) })),
  );
  return { credentials, notification_id: responseId };
}

type IssuedCopies = {
  credentialId: string;
  format: WalletFormat;
  holders: HolderKey[];
  responseId: string;
  offerId: string;
  now: Date;
};

/** Locks the credential until the end of the transaction, so that it isn't revoked before. */
export async function recordCopies(trx: Trx, { holders, ...origin }: IssuedCopies): Promise<void> {
  const { credentialId, format, offerId } = origin;
  // Read again under the lock, because a correction may have voided the offer meanwhile.
  if (!(await lockUnrevoked(trx, credentialId)) || !(await findOffer(trx, offerId)))
    throw new Problem('credential_request_denied');
  const copies = holders.map((holder) => ({
    ...{ id: newId(), keyHash: hashKey(credentialId, holder) },
  }));
  const hashes = copies.map(({ keyHash }) => keyHash);
  const others = await countOtherCopies(trx, origin, hashes);
  if (!canAddCopies(others, copies.length)) throw new Problem('credential_request_denied');
  await saveCopies(trx, { ...origin, copies });
  trx.onCommit.count(copiesTotal, { format }, copies.length);
}

/**
 * Equal for the same key in any spelling. Independent of SECRET, whose rotation would count a key
 * twice. Different for each credential, because a wallet would be recognizable by equal hashes.
 */
function hashKey(credentialId: string, { jwk }: HolderKey): Buffer {
  const { crv, x } = jwk;
  const parts = ['wallet key', credentialId, crv, x, 'y' in jwk ? jwk.y : ''];
  return createHash('sha256').update(parts.join(' ')).digest();
}

const failures = ['credential_failure', 'credential_deleted'];

/**
 * A wallet that doesn't have its copies frees their places. What it deleted is recorded, because
 * other copies of it may exist. Repeating a notification changes nothing.
 */
export async function recordNotification(
  deps: OfferDeps,
  issuerId: string,
  authorization: string | undefined,
  body: unknown,
): Promise<void> {
  const { offer } = await requireAccess(deps, issuerId, authorization);
  const { notification_id: id, event } = (body ?? {}) as Record<string, unknown>;
  const isKnown = event === 'credential_accepted' || failures.includes(event as string);
  if (typeof id !== 'string' || !isKnown) throw new Problem('invalid_notification_request');
  const responseId = readId(id);
  if (!responseId || responseId !== id || !(await hasCopies(deps.db, responseId, offer.id)))
    throw new Problem('invalid_notification_id');
  if (event === 'credential_accepted') return;
  await dropCopies(deps.db, responseId, deps.clock(), event === 'credential_deleted');
}
