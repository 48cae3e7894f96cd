import { randomBytes } from 'node:crypto';
import { verifyHolder } from '@insignia/openbadges/v3/verify';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { createWalletOffer } from '../signing/index.ts';
import type { Digester } from '../verifier/index.ts';
import { type CopyDeps, recordCopies } from './copies.ts';
import { findOpenOffer, isOwner, requireStillOffered, tokenClientLimit } from './offers.ts';
import { buildHolderRequest, readChallenge } from './rules.ts';
import { lockOffer, redeemOffer } from './store.ts';
import { createNonce, isNonce } from './tokens.ts';

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
  const challenge = readChallenge(presentation);
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
