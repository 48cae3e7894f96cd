import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64urlnopad } from '@scure/base';
import { firstText, isObject, type Json } from '../shared/read.ts';
import type { HolderKey } from './holder.ts';
import type { Signer } from './keys.ts';
import { encodeJson, signClaims, toNumericDate } from './sign.ts';

/** Type of Open Badges 3.0 credentials as SD-JWT VC (`vct`). */
export const openBadgeVct = 'https://purl.imsglobal.org/spec/vc/ob/vocab.html#OpenBadgeCredential';

/** Members of the subject that holders may keep to themselves. */
const hiddenMembers = ['narrative', 'result'];

type SdJwtOptions = {
  holder: HolderKey;
  issuedAt: Date;
  /** 128 random bits in base64url, new for each call (RFC 9901 §9.3). */
  createSalt: () => string;
  /** Entry in a Status List Token, made by {@link signStatusListToken}. */
  status?: { uri: string; index: number } | undefined;
};

/**
 * Signs a document from {@link credentialDocument} as SD-JWT VC bound to a key (`dc+sd-jwt`). Its holder
 * can withhold each identifier, narrative, results and evidence. Issuer, achievement, dates and status
 * are always disclosed.
 */
export async function signSdJwtVc(
  document: Json,
  signer: Signer<'ES256'>,
  { holder, issuedAt, createSalt, status }: SdJwtOptions,
): Promise<string> {
  const { '@context': _, type: __, validFrom, validUntil, evidence, ...members } = document;
  const subject = isObject(document.credentialSubject) ? document.credentialSubject : {};
  const disclosures: string[] = [];
  const hide = (...parts: unknown[]): string => {
    const text = encodeJson([createSalt(), ...parts]);
    disclosures.push(text);
    return base64urlnopad.encode(sha256(utf8ToBytes(text)));
  };
  const claims = {
    iss: firstText(document.issuer),
    sub: holder.did,
    iat: Math.floor(issuedAt.getTime() / 1_000),
    nbf: toNumericDate(validFrom),
    ...(validUntil === undefined ? {} : { exp: toNumericDate(validUntil) }),
    ...{ vct: openBadgeVct, cnf: { jwk: holder.jwk }, _sd_alg: 'sha-256' },
    ...(status && { status: { status_list: { idx: status.index, uri: status.uri } } }),
    ...members,
    credentialSubject: hideMembers({ ...subject, id: holder.did }, hide),
    ...(evidence === undefined ? {} : { _sd: [hide('evidence', evidence)] }),
  };
  return [await signClaims(claims, signer, 'dc+sd-jwt'), ...disclosures, ''].join('~');
}

function hideMembers(subject: Json, hide: (...parts: unknown[]) => string): Json {
  const shown = Object.entries(subject).filter(([name]) => !hiddenMembers.includes(name));
  // Sorted, because the order would show which digest belongs to which member (RFC 9901 §4.2.4.1).
  const digests = hiddenMembers
    .flatMap((name) => (subject[name] === undefined ? [] : hide(name, subject[name])))
    .sort();
  const { identifier } = subject;
  return {
    ...Object.fromEntries(shown),
    ...(Array.isArray(identifier)
      ? { identifier: identifier.map((each) => ({ '...': hide(each) })) }
      : {}),
    ...(digests.length > 0 ? { _sd: digests } : {}),
  };
}
