import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import {
  decodeBase64Url,
  findAmbiguity,
  findSizeError,
  type Jws,
  readJws,
} from '../../shared/decode.ts';
import { createFinding, type Finding, type PresentationError } from '../../shared/finding.ts';
import { isObject, type Json } from '../../shared/read.ts';
import { credentialsContext, openBadgesContext } from '../documents.ts';
import { openBadgeVct } from '../sd-jwt.ts';
import { formatNumericDate } from './check-dates.ts';
import type { VerificationSetting } from './find-key.ts';
import { type KeyBinding, type ParsedDocument, type ParseFailure, refuseExcess } from './form.ts';
import { getKeyKind, importPublicKey, verifySignature } from './public-key.ts';

/** An SD-JWT in compact form (RFC 9901 §4). */
export function isSdJwt(text: string): boolean {
  return /^[\w-]+\.[\w-]*\.[\w-]*~[\w.~-]*$/.test(text);
}

/** Names for `typ`. The second is the one of earlier drafts. */
const sdJwtTypes: unknown[] = ['dc+sd-jwt', 'vc+sd-jwt'];
/** Claims that issuers must not hide (SD-JWT VC §3.2.2.2). */
const openClaims = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status'];
const MAX_DISCLOSURES = 1_000;
const MAX_NESTING = 40;
/** Keeps a document that can't be read recognizable as a credential. */
const unread: Json = { type: ['VerifiableCredential'] };

class SdJwtError extends Error {}

class TooComplexError extends SdJwtError {}

/** Reads an Open Badges 3.0 credential in an SD-JWT VC with what its holder discloses. */
export function openSdJwt(text: string): ParsedDocument | ParseFailure {
  const parts = text.split('~');
  const [issued = '', ...disclosures] = parts;
  const bound = disclosures.pop() ?? '';
  try {
    const jwt = readJws(issued);
    const binding = bound === '' ? undefined : readBinding(text, bound);
    const { vct, _sd_alg: hash = 'sha-256' } = jwt.payload;
    const unsupported = (problem: string): ParseFailure => ({
      ...{ problem, outcome: 'unknown', document: unread },
    });
    if (!sdJwtTypes.includes(jwt.header.typ))
      return unsupported('is an SD-JWT, but not a credential (dc+sd-jwt)');
    if (vct !== openBadgeVct)
      return unsupported(`is of a type that isn’t supported: ${String(vct).slice(0, 100)}`);
    if (hash !== 'sha-256')
      return unsupported(`uses a hash that isn’t supported: ${String(hash).slice(0, 20)}`);
    const claims = discloseClaims(jwt.payload, disclosures);
    return { document: toDocument(claims), jwt, ...(binding && { binding }) };
  } catch (error) {
    if (error instanceof TooComplexError) return refuseExcess(error.message, unread);
    const problem = error instanceof SdJwtError ? error.message : 'isn’t an SD-JWT';
    return { problem, document: unread };
  }
}

function readBinding(text: string, bound: string): KeyBinding {
  const jwt = readJws(bound);
  const excess = findSizeError([jwt.header, jwt.payload]);
  if (excess) throw new TooComplexError(excess);
  if (jwt.ambiguity) throw new SdJwtError(jwt.ambiguity);
  return { jwt, presented: text.slice(0, -bound.length) };
}

/** Replaces digests by what is disclosed (RFC 9901 §7.1). */
function discloseClaims(payload: Json, texts: string[]): Json {
  const excess = findSizeError(payload);
  if (excess) throw new TooComplexError(excess);
  if (texts.length > MAX_DISCLOSURES) throw new TooComplexError('has too many disclosures');
  const disclosures = readDisclosures(texts);
  const met = new Set<string>();

  const take = (digest: unknown, length: number): unknown[] | undefined => {
    if (typeof digest !== 'string') throw new SdJwtError('has a digest that isn’t text');
    if (met.has(digest)) throw new SdJwtError('has the same digest twice');
    met.add(digest);
    const disclosure = disclosures.get(digest);
    if (disclosure && disclosure.length !== length)
      throw new SdJwtError('discloses a claim where it doesn’t belong');
    return disclosure;
  };
  const reveal = (value: unknown, depth: number): unknown => {
    if (depth > MAX_NESTING) throw new TooComplexError('is nested too deeply');
    if (Array.isArray(value)) return value.flatMap((each) => revealElement(each, depth + 1));
    return isObject(value) ? revealMembers(value, depth) : value;
  };
  const revealElement = (element: unknown, depth: number): unknown[] => {
    if (!isObject(element) || !Object.hasOwn(element, '...')) return [reveal(element, depth)];
    if (Object.keys(element).length > 1) throw new SdJwtError('has members beside a digest');
    const disclosure = take(element['...'], 2);
    return disclosure ? [reveal(disclosure[1], depth)] : [];
  };
  const revealMembers = ({ _sd: digests = [], ...shown }: Json, depth: number): Json => {
    if (!Array.isArray(digests)) throw new SdJwtError('has digests that aren’t in a list');
    if (Object.hasOwn(shown, '...')) throw new SdJwtError('has a digest outside of a list');
    const members = addMembers(
      shown,
      digests.map((digest) => take(digest, 3)),
      depth === 0,
    );
    return Object.fromEntries(
      Object.entries(members).map(([name, each]) => [name, reveal(each, depth + 1)]),
    );
  };

  const claims = revealMembers(payload, 0);
  if ([...disclosures.keys()].some((digest) => !met.has(digest)) || disclosures.size < texts.length)
    throw new SdJwtError('has a disclosure that its issuer didn’t sign');
  return claims;
}

function addMembers(shown: Json, disclosures: (unknown[] | undefined)[], isTop: boolean): Json {
  const members = new Map(Object.entries(shown));
  const forbidden = ['_sd', '...', ...(isTop ? openClaims : [])];
  for (const [, name, value] of disclosures.filter((each) => each !== undefined)) {
    const text = String(name);
    if (forbidden.includes(text) || members.has(text))
      throw new SdJwtError(`discloses the claim “${text.slice(0, 40)}”, which isn’t allowed`);
    members.set(text, value);
  }
  return Object.fromEntries(members);
}

type Disclosure = { json: string; parts: unknown[] };

/** The parts of each disclosure by its digest. All values count together, as in the credential. */
function readDisclosures(texts: string[]): Map<string, unknown[]> {
  const read = texts.map(readDisclosure);
  const excess = findSizeError(read.map(({ parts }) => parts.at(-1)));
  if (excess) throw new TooComplexError(excess);
  const problem = read.map(({ json }) => findAmbiguity(json)).find((each) => each !== undefined);
  if (problem) throw new SdJwtError(problem);
  return new Map(read.map(({ parts }, at) => [hashText(texts[at] ?? ''), parts]));
}

/** Salt, name and value; or salt and value for the element of a list (RFC 9901 §4.2). */
function readDisclosure(text: string): Disclosure {
  const json = new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64Url(text));
  const parts: unknown = JSON.parse(json);
  const [salt, name] = Array.isArray(parts) ? parts : [];
  if (!Array.isArray(parts) || typeof salt !== 'string' || ![2, 3].includes(parts.length))
    throw new SdJwtError('has a malformed disclosure');
  if (parts.length === 3 && typeof name !== 'string')
    throw new SdJwtError('has a malformed disclosure');
  return { json, parts };
}

function hashText(text: string): string {
  return base64urlnopad.encode(sha256(utf8ToBytes(text)));
}

/** Claims that aren't members of the credential. */
const ownClaims = new Set([
  ...['iss', 'sub', 'aud', 'iat', 'nbf', 'exp', 'jti', 'vct', 'cnf', 'status', '_sd_alg'],
]);

/** The credential in the claims, with the members that `vct`, `nbf` and `exp` stand for. */
function toDocument(claims: Json): Json {
  const { iss, iat, nbf, exp, jti } = claims;
  const [validFrom, validUntil] = [formatNumericDate(nbf ?? iat), formatNumericDate(exp)];
  return {
    ...(jti !== undefined && { id: jti }),
    ...(iss !== undefined && { issuer: iss }),
    ...(validFrom !== undefined && { validFrom }),
    ...(validUntil !== undefined && { validUntil }),
    ...Object.fromEntries(Object.entries(claims).filter(([name]) => !ownClaims.has(name))),
    '@context': [credentialsContext, openBadgesContext],
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
  };
}

/** Clocks of phones differ. */
const MAX_CLOCK_LEAD_S = 60;

/** Checks that the holder presents an SD-JWT to this verifier (RFC 9901 §7.3). */
export async function checkKeyBinding(
  { jwt: bound, presented }: KeyBinding,
  { cnf }: Json,
  setting: VerificationSetting,
): Promise<Finding> {
  const kind = getKeyKind(bound.header);
  if (typeof kind !== 'string') return kind;
  const error = findBindingError(bound, hashText(presented), setting);
  if (error) return createFinding('invalid', error);
  const { jwk } = isObject(cnf) ? cnf : {};
  const key = isObject(jwk) ? await importPublicKey(jwk).catch(() => undefined) : undefined;
  const isSigned =
    key?.kind === kind && (await verifySignature(key, bound.signature, utf8ToBytes(bound.signed)));
  return isSigned
    ? createFinding('valid', 'presented_with_bound_key')
    : createFinding('invalid', 'presented_with_other_key');
}

type BindingError = PresentationError | 'presentation_incomplete' | 'presentation_other_content';

function findBindingError(
  { header, payload }: Jws,
  presentedHash: string,
  { now, challenge, domain }: VerificationSetting,
): BindingError | undefined {
  const { iat, nonce, aud, sd_hash: hash, exp = Infinity } = payload;
  const seconds = now / 1_000;
  const isComplete = typeof iat === 'number' && typeof nonce === 'string' && aud !== undefined;
  const rules: [isGood: boolean, error: BindingError][] = [
    [header.typ === 'kb+jwt' && isComplete, 'presentation_incomplete'],
    [hash === presentedHash, 'presentation_other_content'],
    [[undefined, nonce].includes(challenge), 'presentation_other_challenge'],
    [[undefined, aud].includes(domain), 'presentation_other_verifier'],
    [Number(iat) <= seconds + MAX_CLOCK_LEAD_S, 'presentation_not_yet_valid'],
    [Number(exp) > seconds, 'presentation_expired'],
  ];
  return rules.find(([isGood]) => !isGood)?.[1];
}
