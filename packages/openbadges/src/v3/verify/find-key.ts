import { createFinding, type Finding } from '../../shared/finding.ts';
import { all, firstText, isObject, type Json } from '../../shared/read.ts';
import { findReadProblem, type ReadDocument } from '../../shared/reader.ts';
import type { RecipientEmail } from '../../shared/recipient.ts';
import { didToAddress, readDidKey, UnsupportedKeyError } from '../did.ts';
import type { StatusLists } from '../status-list.ts';
import type { Contexts } from './contexts.ts';
import type { Digest, HashName } from './digest.ts';
import type { SelectiveDisclosure } from './disclosure.ts';
import { importPublicKey, type PublicKey } from './public-key.ts';

/** Verification relationships (Controlled Identifiers 1.0 §2.3). */
export type Purpose = 'assertionMethod' | 'authentication';
export type FoundKey = {
  key: PublicKey;
  isOfIssuer: Finding;
  /** Thumbprint of a key that a JWT carries itself. If set, nothing else is proven. */
  carriedKey?: string | undefined;
};
export type KeySearch = {
  /** The holder, if a presentation is checked. */
  issuer: string;
  /**
   * The purpose that the key's owner must allow: making claims, or presenting the claims of others.
   */
  purpose?: Purpose | undefined;
  /** If the key must allow more than the proof states. */
  keyPurpose?: Purpose | undefined;
  now: number;
  read: ReadDocument;
  digest: (document: Json, hash: HashName) => Promise<Digest>;
  /** For ecdsa-sd-2023 proofs. */
  disclose: (document: Json, proof: Json) => Promise<SelectiveDisclosure>;
};

/**
 * Finds the key a proof names and checks that it is the issuer's: its controller is the issuer, and
 * the issuer's document lists it for assertions (Verifiable Credentials Data Integrity §4.4,
 * Controlled Identifiers §3.3). Keys embedded in a proof or JWT are never used.
 */
export async function findKey(method: string, search: KeySearch): Promise<FoundKey | Finding> {
  const [controller = '', fragment] = method.split('#');
  const multikey = readDidKey(controller);
  if (multikey === undefined) return findKeyInDocument(method, controller, search);
  return catchKeyErrors(async () => ({
    key: await importPublicKey({ publicKeyMultibase: multikey }),
    isOfIssuer: judgeOwnership(
      search,
      controller === search.issuer && [multikey, undefined].includes(fragment),
    ),
  }));
}

/**
 * Only for existing documents: an unreadable one proves nothing about the key, so reader errors
 * propagate.
 */
export async function catchKeyErrors(
  take: () => Promise<FoundKey | Finding>,
): Promise<FoundKey | Finding> {
  try {
    return await take();
  } catch (error) {
    if (error instanceof UnsupportedKeyError)
      return createFinding('unknown', 'key_type_unsupported');
    const message = `The key can’t be used: ${(error as Error).message}.`;
    return { ...createFinding('invalid', 'key_unusable'), message };
  }
}

async function findKeyInDocument(
  method: string,
  controller: string,
  search: KeySearch,
): Promise<FoundKey | Finding> {
  const address = controller.startsWith('did:') ? didToAddress(controller) : controller;
  if (!address || !/^https:\/\//i.test(address))
    return createFinding('unknown', 'key_address_unsupported');
  const answer = await search.read(address);
  const problem = findReadProblem(answer);
  if ('problem' in answer || problem !== undefined)
    return {
      ...createFinding('unknown', 'document_unread', { url: address }),
      message: `The document with the key ${problem}.`,
    };
  const { status, document } = answer;
  if (status !== 200 || !isObject(document))
    return {
      ...createFinding('unknown', 'document_refused', { url: address, status }),
      message: `${address} didn’t return a document (HTTP ${status}).`,
    };
  return catchKeyErrors(async () => {
    const known = findMethod(document, method, controller, search);
    if (!known) return createFinding('invalid', 'key_missing');
    const key = await importPublicKey(known);
    const isItsOwn = await isOfIssuer(document, known, method, controller, search);
    return {
      key,
      isOfIssuer:
        typeof isItsOwn === 'boolean' ? judgeOwnership(search, isItsOwn, known) : isItsOwn,
    };
  });
}

/** From a controller document or JWK set; or the document is the key. */
function findMethod(
  document: Json,
  method: string,
  controller: string,
  search: KeySearch,
): Json | undefined {
  const fragment = method.slice(controller.length);
  const names = [method, fragment, `${firstText(document.id)}${fragment}`];
  const listed = [...all(document.verificationMethod), ...all(document[getPurpose(search)])];
  const found = listed.filter(isObject).find(({ id }) => names.includes(String(id)));
  if (found || listed.length > 0) return found;
  if (Array.isArray(document.keys))
    return document.keys
      .filter(isObject)
      .find(({ kid }) => kid === method || `#${kid}` === fragment);
  const { id, kid, kty } = document;
  return id === method || kid === method || (kty !== undefined && kid === undefined)
    ? document
    : undefined;
}

/**
 * The issuer's document lists the key for assertions, and the key names no other controller
 * (Controlled Identifiers §3.3; Verifiable Credentials Data Integrity §2.6).
 */
async function isOfIssuer(
  document: Json,
  known: Json,
  method: string,
  controller: string,
  search: KeySearch,
): Promise<boolean | Finding> {
  const { issuer } = search;
  if (known.controller !== undefined && known.controller !== issuer) return false;
  if (!isIssuerAddress(controller, issuer))
    return isHostKeySet(issuer, controller) || isNamedByIssuer(method, search);
  if (document.verificationMethod === undefined) return true;
  return (
    maySign(document, search, [method, method.slice(controller.length), String(known.id)]) &&
    [controller, issuer].includes(firstText(document.id) ?? '')
  );
}

function getPurpose({ purpose = 'assertionMethod', keyPurpose = purpose }: KeySearch): Purpose {
  return keyPurpose;
}

function maySign(document: Json, search: KeySearch, names: string[]): boolean {
  return all(document[getPurpose(search)]).some((each) =>
    names.includes(isObject(each) ? String(each.id) : String(each)),
  );
}

/** A DID's document is at the DID's address, or at the address it was made from. */
function isIssuerAddress(controller: string, issuer: string): boolean {
  if (controller === issuer) return true;
  const address = didToAddress(issuer);
  return (
    address !== undefined && [address, address.replace(/\/did\.json$/, '')].includes(controller)
  );
}

/**
 * Keys published by the operator of a host (Open Badges 3.0 Implementation Guide §Key provenance,
 * External proof).
 */
function isHostKeySet(issuer: string, controller: string): boolean {
  return isUrl(issuer) && controller === `${new URL(issuer).origin}/.well-known/jwks.json`;
}

/** A key elsewhere, even on the same host, is the issuer's if the issuer's document names it. */
async function isNamedByIssuer(method: string, search: KeySearch): Promise<boolean | Finding> {
  const { issuer, read } = search;
  if (!isUrl(issuer)) return false;
  const answer = await read(issuer);
  const problem = findReadProblem(answer);
  if ('problem' in answer || problem !== undefined)
    return {
      ...createFinding('unknown', 'document_unread', { url: issuer }),
      message: `The issuer’s document ${problem}.`,
    };
  const { status, document } = answer;
  if (status !== 200 || !isObject(document))
    return {
      ...createFinding('unknown', 'document_refused', { url: issuer, status }),
      message: `The issuer’s address didn’t return a document (HTTP ${status}).`,
    };
  return document.id === issuer && maySign(document, search, [method]);
}

function isUrl(issuer: string): boolean {
  return /^https:\/\//i.test(issuer) && URL.canParse(issuer);
}

function judgeOwnership({ now }: KeySearch, isItsOwn: boolean, method: Json = {}): Finding {
  if (!isItsOwn) return createFinding('invalid', 'key_not_of_issuer');
  for (const [name, code] of [
    ['revoked', 'key_revoked'],
    ['expires', 'key_expired'],
  ] as const)
    if (method[name] !== undefined && !(Date.parse(String(method[name])) > now))
      return createFinding('invalid', code);
  return createFinding('valid', 'signed_by_issuer');
}

/**
 * Everything that verification needs besides the document. Shared with the credentials inside it.
 */
export type VerificationSetting = Omit<KeySearch, 'issuer' | 'purpose' | 'keyPurpose'> & {
  contexts: Contexts;
  email: RecipientEmail | undefined;
  /** The challenge that a presentation must contain. */
  challenge: string | undefined;
  domain: string | undefined;
  statusLists: StatusLists;
  /** How many may still be verified. */
  budget: { credentials: number; endorsements: number };
};
