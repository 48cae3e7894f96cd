import { randomInt } from 'node:crypto';
import type { Language } from '@insignia/contract';
import type { User } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { normalizeMailbox } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { isWithin, type RateLimit, type Throttle } from '../../platform/limits/throttle.ts';
import { queueMails } from '../../platform/mail/index.ts';
import { equalBytes, hmac } from '../../platform/secrets/crypto.ts';
import type { PurposeKeys } from '../../platform/secrets/index.ts';
import type { TakeMails } from '../accounts/index.ts';
import { findOwnAddresses, isDisabled } from '../people/index.ts';
import { computePublicStatus, findErasedCredentials } from '../published/index.ts';
import {
  buildOffer,
  findRedemptionError,
  readTokenRequest,
  TX_CODE_LENGTH,
  walletAccessLifetimeMs,
  walletOfferLifetimeMs,
} from './rules.ts';
import {
  countTry,
  findOfferedCredential,
  findWalletOffer,
  insertWalletOffer,
  isCredentialRecipient,
  lockOffer,
  type OfferedCredential,
  type OfferRow,
  redeemOffer,
  setTxCode,
} from './store.ts';
import { getWalletTexts, walletCodeEmail, walletCodeMailKind } from './texts.ts';
import { createToken, readToken } from './tokens.ts';

export type OfferDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  throttle: Throttle;
  takeWalletMails: TakeMails;
  /** Keys of the MACs in tokens, and of the hashes of codes and wallets' keys. */
  walletKeys: PurposeKeys;
};

// A lecture hall shares one address of the network.
const offerClientLimit: RateLimit = { name: 'wallet-offers', points: 1_000, seconds: 3_600 };
export const tokenClientLimit: RateLimit = { name: 'wallet-tokens', points: 2_000, seconds: 3_600 };
const credentialLimit: RateLimit = { name: 'wallet-code-credential', points: 3, seconds: 3_600 };
/** Hidden, because it would reveal which credentials have the same recipient. */
const mailboxLimit: RateLimit = { name: 'wallet-code-mailbox', points: 10, seconds: 3_600 };

export function isOffered(
  { revokedAt, expires }: Pick<OfferedCredential, 'revokedAt' | 'expires'>,
  now: Date,
): boolean {
  const validity = { revoked: revokedAt !== null, expires: expires?.getTime() };
  return computePublicStatus(validity, now.getTime()) === 'valid';
}

/** A valid credential that wallets can get copies of. */
export async function requireOffered(
  { db, clock }: Pick<OfferDeps, 'db' | 'clock'>,
  credentialId: string | undefined,
): Promise<OfferedCredential> {
  const credential = credentialId && (await findOfferedCredential(db, credentialId));
  if (!credential) {
    const isErased = credentialId && (await findErasedCredentials(db, [credentialId])).length > 0;
    throw new Problem(isErased ? 'credential_gone' : 'credential_not_found');
  }
  if (!isOffered(credential, clock())) throw new Problem('credential_not_offered');
  return credential;
}

/** Opens an offer. `needsTxCode` unless the user is the credential's recipient. */
export async function openOffer(
  deps: OfferDeps,
  credential: OfferedCredential,
  user: Pick<User, 'personId'> | undefined,
  client: string,
): Promise<{ token: string; needsTxCode: boolean }> {
  const { db, clock, throttle, walletKeys } = deps;
  await throttle.take(offerClientLimit, client);
  const isOwn = user && (await isOwner(db, credential.id, user.personId));
  const [id, now] = [newId(), clock()];
  const isSaved = await insertWalletOffer(db, {
    ...{ id, credentialId: credential.id, personId: isOwn ? user.personId : null },
    ...{ expires: new Date(now.getTime() + walletOfferLifetimeMs), now },
  });
  if (!isSaved) throw new Problem('credential_gone');
  return { token: createToken(walletKeys, 'offer', id), needsTxCode: !isOwn };
}

/** An open offer, by the token in its URL. */
export async function findOpenOffer(
  { db, clock, walletKeys }: Pick<OfferDeps, 'db' | 'clock' | 'walletKeys'>,
  token: string,
): Promise<OfferRow> {
  const id = readToken(walletKeys, 'offer', token);
  const offer = id && (await findWalletOffer(db, id));
  if (!offer || offer.redeemedAt || offer.expires <= clock())
    throw new Problem('wallet_offer_not_found');
  return offer;
}

/** The offer for a wallet. The first reading emails the transaction code to the recipient if one is needed. */
export async function readOffer(deps: OfferDeps, token: string, language: Language) {
  const { db, urls, throttle, walletKeys } = deps;
  const { id, credentialId, personId, txCodeHash } = await findOpenOffer(deps, token);
  const credential = await requireStillOffered(deps, credentialId);
  const code = createToken(walletKeys, 'code', id);
  const identifier = urls.issuerPage(credential.issuerId);
  if (personId) return buildOffer(identifier, code, undefined);
  if (!txCodeHash) {
    await throttle.take(credentialLimit, credentialId);
    const mailbox = normalizeMailbox(credential.recipientEmail);
    const maySend = await isWithin(throttle, mailboxLimit, mailbox);
    await db.write((trx) => sendTxCode(trx, deps, { id, credential, language, maySend }));
  }
  return buildOffer(identifier, code, getWalletTexts(language).txCode);
}

/** The credential of an open offer. */
export async function requireStillOffered(
  { db, clock }: Pick<OfferDeps, 'db' | 'clock'>,
  credentialId: string,
): Promise<OfferedCredential> {
  const credential = await findOfferedCredential(db, credentialId);
  if (!credential) throw new Problem('wallet_offer_not_found');
  if (!isOffered(credential, clock())) throw new Problem('credential_not_offered');
  return credential;
}

type CodeRequest = {
  id: string;
  credential: OfferedCredential;
  language: Language;
  maySend: boolean;
};

/**
 * Sends nothing if another reader of the same offer was faster. Without `maySend`, does everything
 * but send the email.
 */
async function sendTxCode(
  trx: Trx,
  { clock, urls, takeWalletMails, walletKeys }: OfferDeps,
  { id, credential, language, maySend }: CodeRequest,
): Promise<void> {
  const offer = await lockOffer(trx, id);
  if (!offer || offer.txCodeHash) return;
  const { id: about, accountId, recipientEmail } = credential;
  await takeWalletMails(trx, credential, 1);
  const code = String(randomInt(10 ** TX_CODE_LENGTH)).padStart(TX_CODE_LENGTH, '0');
  await setTxCode(trx, id, hashTxCode(walletKeys.current(), id, code));
  if (!maySend) return;
  const email = walletCodeEmail(credential, code, urls, language);
  const mail = { to: recipientEmail, kind: walletCodeMailKind, accountId, about, email };
  await queueMails(trx, [mail], clock());
}

const hashTxCode = (key: Buffer, offerId: string, code: string): Buffer =>
  hmac(key, `tx code ${offerId} ${code}`);

/** Exchanges a pre-authorized code for an access token, once. */
export async function redeemCode(
  deps: OfferDeps,
  issuerId: string,
  fields: Record<string, unknown>,
  client: string,
) {
  const { db, clock, throttle, walletKeys } = deps;
  const request = readTokenRequest(fields);
  if ('error' in request) throw new Problem(request.error);
  await throttle.take(tokenClientLimit, client);
  const id = readToken(walletKeys, 'code', request.code);
  if (!id) throw new Problem('invalid_grant');
  const now = clock();
  const isRedeemed = await db.write(async (trx) => {
    const offer = await lockOffer(trx, id);
    const credential = offer && (await findOfferedCredential(trx, offer.credentialId));
    if (!offer || credential?.issuerId !== issuerId) throw new Problem('invalid_grant');
    const error = findRedemptionError(
      {
        ...{ needsTxCode: offer.personId === null, tries: offer.tries },
        ...{ expires: offer.expires.getTime(), isRedeemed: offer.redeemedAt !== null },
      },
      request.txCode,
      now.getTime(),
    );
    if (error) throw new Problem(error);
    if (!isOffered(credential, now)) throw new Problem('invalid_grant');
    if (offer.personId === null && !isTxCode(walletKeys, offer, request.txCode ?? '')) {
      // Commits, so that the try counts.
      await countTry(trx, id);
      return false;
    }
    await redeemOffer(trx, id, now, new Date(now.getTime() + walletAccessLifetimeMs));
    return true;
  });
  if (!isRedeemed) throw new Problem('invalid_grant');
  return {
    access_token: createToken(walletKeys, 'access', id),
    token_type: 'Bearer',
    expires_in: walletAccessLifetimeMs / 1_000,
  };
}

function isTxCode(keys: PurposeKeys, { id, txCodeHash }: OfferRow, code: string): boolean {
  if (!txCodeHash) return false;
  return keys.all().some((key) => equalBytes(hashTxCode(key, id, code.trim()), txCodeHash));
}

/** The redeemed offer that an `Authorization` header names. Throws `invalid_token`. */
export async function requireAccess(
  { db, clock, walletKeys }: OfferDeps,
  issuerId: string,
  authorization: string | undefined,
): Promise<{ offer: OfferRow; credential: OfferedCredential }> {
  const token = /^bearer +([\w-]+)$/i.exec(authorization ?? '')?.[1];
  const id = token ? readToken(walletKeys, 'access', token) : undefined;
  const offer = id ? await findWalletOffer(db, id) : undefined;
  if (!offer?.redeemedAt || offer.expires <= clock()) throw new Problem('invalid_token');
  const credential = await findOfferedCredential(db, offer.credentialId);
  if (credential?.issuerId !== issuerId) throw new Problem('invalid_token');
  // The address may have been removed or confirmed by someone else since the offer was opened.
  if (offer.personId && !(await isOwner(db, credential.id, offer.personId)))
    throw new Problem('invalid_token');
  return { offer, credential };
}

export async function isOwner(
  db: Database,
  credentialId: string,
  personId: string,
): Promise<boolean> {
  if (await isDisabled(db, personId)) return false;
  return isCredentialRecipient(db, credentialId, await findOwnAddresses(db, personId));
}
