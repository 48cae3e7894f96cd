import { createHash, randomBytes } from 'node:crypto';
import type { WalletFormat } from '@insignia/contract';
import { type HolderKey, readHolderKey } from '@insignia/openbadges/v3';
import { verifyHolder } from '@insignia/openbadges/v3/verify';
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { newId, readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { createWalletOffer, type Signing } from '../signing/index.ts';
import type { Digester } from '../verifier/index.ts';
import {
  findOpenOffer,
  isOffered,
  isOwner,
  type OfferDeps,
  requireAccess,
  requireStillOffered,
  tokenClientLimit,
} from './offers.ts';
import {
  buildHolderRequest,
  canAddCopies,
  isProofFor,
  isProofHeader,
  nonceLifetimeMs,
  readCredentialRequest,
  readProofChallenge,
} from './rules.ts';
import {
  countOtherCopies,
  dropCopies,
  findWalletOffer,
  hasCopies,
  lockOffer,
  lockUnrevoked,
  redeemOffer,
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
async function recordCopies(trx: Trx, { holders, ...origin }: IssuedCopies): Promise<void> {
  const { credentialId, format, offerId } = origin;
  // Read again under the lock, because a correction may have voided the offer meanwhile.
  if (!(await lockUnrevoked(trx, credentialId)) || !(await findWalletOffer(trx, offerId)))
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

type ProofContext = {
  /** Credential Issuer Identifier. */
  audience: string;
  now: Date;
  isNonce: (nonce: unknown) => boolean;
};

/** The keys that sign these proofs, each once. Throws `invalid_proof` or `invalid_nonce`. */
async function verifyProofs(jwts: string[], context: ProofContext): Promise<HolderKey[]> {
  const keys: HolderKey[] = [];
  // One after the other: a request has at most ten, and other requests wait for the same thread.
  for (const jwt of jwts) keys.push(await verifyProof(jwt, context));
  const distinct = new Set(keys.map(({ jwk }) => JSON.stringify(Object.entries(jwk).sort())));
  if (distinct.size < keys.length) throw new Problem('invalid_proof');
  return keys;
}

async function verifyProof(
  jwt: string,
  { audience, now, isNonce }: ProofContext,
): Promise<HolderKey> {
  const read = await openProof(jwt).catch(() => undefined);
  if (!read || !isProofFor(audience, read.claims, now.getTime()) || read.claims.nonce === undefined)
    throw new Problem('invalid_proof');
  if (!isNonce(read.claims.nonce)) throw new Problem('invalid_nonce');
  return read.holder;
}

async function openProof(jwt: string) {
  const header = decodeProtectedHeader(jwt);
  const holder = readHolderKey(header);
  const { alg = '' } = header;
  const isMatching = holder && (alg === 'ES256') === (holder.jwk.kty === 'EC');
  if (!holder || !isMatching || !isProofHeader(header)) return undefined;
  const key = await importJWK(holder.jwk, alg);
  const { payload } = await compactVerify(jwt, key, { algorithms: [alg] });
  const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  if (typeof claims !== 'object' || claims === null) return undefined;
  return { holder, claims: claims as Record<string, unknown> };
}

export type ExchangeDeps = CopyDeps & { digester: Pick<Digester, 'digest'> };

const format = 'ldp_vc';
const VERIFY_TIMEOUT_MS = 10_000;

/**
 * A step of an exchange (VCALM 1.0, §Participate in an Exchange): asks for a proof of the wallet's key,
 * or returns the copy bound to the key.
 */
export async function takeExchangeStep(
  deps: ExchangeDeps,
  token: string,
  presentation: Record<string, unknown> | undefined,
  client: string,
) {
  const { db, clock, urls, throttle, walletKeys, signing, digester } = deps;
  const { id, credentialId, personId, expires } = await findOpenOffer(deps, token);
  // A wallet can send the code that strangers need by OpenID4VCI only.
  if (!personId) throw new Problem('wallet_offer_not_found');
  await requireStillOffered(deps, credentialId);
  if (!presentation) {
    const challenge = createNonce(walletKeys, id, expires, randomBytes(16));
    return { verifiablePresentationRequest: buildHolderRequest(challenge, urls.host) };
  }
  await throttle.take(tokenClientLimit, client);
  const now = clock();
  const challenge = readProofChallenge(presentation);
  if (!isNonce(walletKeys, id, challenge, now)) throw new Problem('invalid_presentation');
  const signal = AbortSignal.timeout(VERIFY_TIMEOUT_MS);
  const holder = await verifyHolder(presentation, {
    ...{ challenge: challenge as string, domain: urls.host, now: now.getTime() },
    digest: (document, hash) => digester.digest(client, { document, hash }, signal),
  });
  if (!holder) throw new Problem('invalid_presentation');
  // The address may have been removed or confirmed by someone else since the offer was opened.
  if (!(await isOwner(db, credentialId, personId))) throw new Problem('wallet_offer_not_found');
  const credential = await signing.credential(credentialId);
  if (!credential) throw new Problem('credential_request_denied');
  await db.write(async (trx) => {
    const copy = { holders: [holder], responseId: newId(), offerId: id, now };
    // The credential first, as erasing locks it before its offers.
    await recordCopies(trx, { ...copy, credentialId, format });
    const offer = await lockOffer(trx, id);
    if (!offer || offer.redeemedAt) throw new Problem('wallet_offer_not_found');
    await redeemOffer(trx, id, now, now);
  });
  const document = await signing.bind(credential, holder, format);
  return createWalletOffer(document as Record<string, unknown>);
}
