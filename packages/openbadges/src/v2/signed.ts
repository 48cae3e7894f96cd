import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { Jws } from '../shared/decode.ts';
import { createFinding, type Finding } from '../shared/finding.ts';
import { all, first, firstText, getId, isObject, isOfType, type Json } from '../shared/read.ts';
import type { ReadDocument } from '../shared/reader.ts';
import { getKeyKind, type PublicKey, verifySignature } from '../v3/verify/public-key.ts';
import { describeUnread, fetchDocument, isWebUrl } from './find.ts';

/** An issuer with more keys should name the one it used. */
const MAX_KEYS = 4;

/**
 * Checks the signature with a key named by the issuer's profile (Open Badges 2.0 §SignedBadge
 * Verification). The profile must come from its own address: anyone can embed a description of any
 * issuer in a signed assertion.
 */
export async function checkSignature(jws: Jws, issuer: Json, read: ReadDocument): Promise<Finding> {
  const kind = getKeyKind(jws.header);
  if (typeof kind !== 'string') return kind;
  if (!isWebUrl(getId(issuer))) return createFinding('unknown', 'issuer_without_address');
  const keys = keysNamedBy(jws.payload, issuer);
  if ('outcome' in keys) return keys;
  const findings: Finding[] = [];
  for (const key of keys) {
    const finding = await checkWith(key, kind, jws, issuer, read);
    if (finding.outcome === 'valid') return finding;
    findings.push(finding);
  }
  return findings.find(({ outcome }) => outcome === 'unknown') ?? (findings[0] as Finding);
}

/**
 * The key named by the assertion, which the issuer must name too; else all of the issuer's. At
 * least one.
 */
function keysNamedBy(assertion: Json, issuer: Json): unknown[] | Finding {
  const method = first(assertion.verification ?? assertion.verify);
  const verification = isObject(method) ? method : {};
  if (!isOfType(verification, 'SignedBadge', 'signed'))
    return createFinding('invalid', 'not_by_signature');
  const creator = firstText(verification.creator);
  const named = all(issuer.publicKey);
  const keys = creator === undefined ? named : named.filter((key) => firstText(key) === creator);
  if (keys.length > MAX_KEYS) return createFinding('unknown', 'too_many_keys', { limit: MAX_KEYS });
  if (keys.length > 0) return keys;
  return createFinding('invalid', creator === undefined ? 'no_keys' : 'key_unlisted');
}

async function checkWith(
  named: unknown,
  kind: string,
  jws: Jws,
  issuer: Json,
  read: ReadDocument,
): Promise<Finding> {
  const found = await keyDocument(named, read);
  if ('outcome' in found) return found;
  const owner = firstText(found.document.owner);
  if (owner !== undefined && owner !== getId(issuer))
    return createFinding('invalid', 'key_of_other');
  try {
    const key = await importPem(firstText(found.document.publicKeyPem) ?? '');
    if (key.kind !== kind) return createKeyError(`it isn’t a key for ${String(jws.header.alg)}`);
    return (await verifySignature(key, jws.signature, utf8ToBytes(jws.signed)))
      ? createFinding('valid', 'key_listed')
      : createFinding('invalid', 'altered');
  } catch (error) {
    return createKeyError((error as Error).message);
  }
}

function createKeyError(reason: string): Finding {
  const message = `The issuer’s key can’t be used: ${reason}.`;
  return { ...createFinding('unknown', 'key_unusable'), message };
}

/** From the issuer's profile, or the key's own address. */
async function keyDocument(
  named: unknown,
  read: ReadDocument,
): Promise<{ document: Json } | Finding> {
  if (isObject(named) && named.publicKeyPem !== undefined) return { document: named };
  const address = firstText(named);
  if (!address || !isWebUrl(address)) return createKeyError('it has no web address');
  const answer = await fetchDocument(address, ['CryptographicKey'], read);
  if ('problem' in answer) return describeUnread('issuer’s key', answer);
  return getId(answer.document) === address
    ? answer
    : {
        ...createFinding('invalid', 'id_differs', { url: address }),
        message: 'The id of the issuer’s key doesn’t match its address.',
      };
}

/**
 * Checks the issuer's revocation list (Open Badges 2.0 §RevocationList). Older badges are listed by
 * `uid`.
 */
export async function checkRevocationList(
  assertion: Json,
  issuer: Json,
  read: ReadDocument,
): Promise<Finding & { reason?: string | undefined }> {
  const address = firstText(issuer.revocationList);
  if (address === undefined) return createFinding('valid', 'revocation_list_absent');
  if (!isWebUrl(address)) return createFinding('unknown', 'revocation_list_without_address');
  const answer = await fetchDocument(address, ['RevocationList'], read);
  if ('problem' in answer)
    return { ...describeUnread('revocation list', answer), outcome: 'unknown' };
  const names = [getId(assertion), firstText(assertion.uid)].filter((name) => name !== undefined);
  const found = all(answer.document.revokedAssertions).find((each) =>
    [firstText(each), isObject(each) ? firstText(each.uid) : undefined].some(
      (name) => name !== undefined && names.includes(name),
    ),
  );
  if (found === undefined) return createFinding('valid', 'not_revoked');
  const reason = isObject(found) ? firstText(found.revocationReason) : undefined;
  return reason
    ? { ...createFinding('invalid', 'revoked_for', { reason }), reason }
    : createFinding('invalid', 'revoked');
}

const MIN_RSA_BITS = 2_048;

/** In characters. An RSA key of 16,384 bits takes about 2,900. */
const MAX_PEM_LENGTH = 4_000;

const kinds: [kind: PublicKey['kind'], algorithm: object][] = [
  ['RSA', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
  ['P-256', { name: 'ECDSA', namedCurve: 'P-256' }],
  ['P-384', { name: 'ECDSA', namedCurve: 'P-384' }],
  ['Ed25519', { name: 'Ed25519' }],
];

/**
 * The key of a CryptographicKey (Open Badges 2.0 §CryptographicKey `publicKeyPem`). Throws if it
 * can't be used.
 */
async function importPem(pem: string): Promise<PublicKey> {
  const [, body] =
    /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/.exec(
      pem.slice(0, MAX_PEM_LENGTH),
    ) ?? [];
  if (body === undefined) throw new Error('it isn’t a PEM public key');
  const bytes = base64.decode(body.replaceAll(/\s/g, '')) as Uint8Array<ArrayBuffer>;
  for (const [kind, algorithm] of kinds) {
    const key = await crypto.subtle
      .importKey('spki', bytes, algorithm as Algorithm, true, ['verify'])
      .catch(() => undefined);
    if (!key) continue;
    if (kind === 'RSA' && (key.algorithm as RsaKeyAlgorithm).modulusLength < MIN_RSA_BITS)
      throw new Error('it’s too short');
    return { kind, key };
  }
  throw new Error('its type isn’t supported');
}
