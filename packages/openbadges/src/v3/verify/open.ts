import {
  findAmbiguity,
  findSizeError,
  isCompactJws,
  type Jws,
  MAX_TEXT_LENGTH,
  readJws,
} from '../../shared/decode.ts';
import { all, firstText, isObject, type Json } from '../../shared/read.ts';
import { formatNumericDate, isDateTime } from './check-dates.ts';
import {
  getContexts,
  getDocumentKind,
  isUri,
  type ParsedDocument,
  type ParseFailure,
  refuseExcess,
  v1,
} from './form.ts';
import { isSdJwt, openSdJwt } from './sd-jwt.ts';

export type { ParsedDocument, ParseFailure };

/** Parses JSON, a compact JWS or an SD-JWT, each part once. */
export function open(source: string): ParsedDocument | ParseFailure {
  if (source.length > MAX_TEXT_LENGTH) return refuseExcess('is larger than 1 MiB');
  const trimmed = source.trim();
  const opened = isCompactJws(trimmed)
    ? openJwt(trimmed)
    : isSdJwt(trimmed)
      ? openSdJwt(trimmed)
      : openJson(trimmed);
  if ('problem' in opened) return opened;
  const { document, jwt } = opened;
  const excess = findSizeError(document) ?? (jwt && findSizeError([jwt.header, jwt.payload]));
  if (excess) return refuseExcess(excess, document);
  const problem = jwt ? jwt.ambiguity : findAmbiguity(trimmed);
  return problem ? { problem, document } : opened;
}

/** Like {@link open}, for JSON that was parsed already. Its text isn't parsed again. */
export function openValue(document: Json): ParsedDocument | ParseFailure {
  const text = JSON.stringify(document);
  // Writes only lone surrogates like this, and backslashes twice.
  if (text.length > MAX_TEXT_LENGTH || text.includes('\\ud')) return open(text);
  const excess = findSizeError(document);
  return excess ? refuseExcess(excess, document) : { document };
}

function openJwt(source: string): ParsedDocument | ParseFailure {
  let jwt: Jws;
  try {
    jwt = readJws(source);
  } catch {
    return { problem: 'isn’t a JWT' };
  }
  const found = readJwtDocument(jwt.payload);
  return 'problem' in found ? { ...found, document: jwt.payload } : { ...found, jwt };
}

function openJson(source: string): ParsedDocument | ParseFailure {
  try {
    const document: unknown = JSON.parse(source);
    return isObject(document) ? { document } : { problem: 'isn’t a JSON object' };
  } catch {
    return { problem: 'is neither JSON nor a JWT' };
  }
}

/**
 * Registered claims (RFC 7519 §4.1). They describe the JWT and aren't members of the credential.
 */
const registeredClaims = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti']);
/** Every credential or presentation of data model 2.0 has some of these members. */
const typicalMembers = ['@context', 'type', 'issuer', 'credentialSubject', 'verifiableCredential'];

/**
 * Returns the credential or presentation in the payload of a JWT: at the top level (Securing
 * Verifiable Credentials using JOSE and COSE §3.1.1), or in the claim `vc` or `vp` (Verifiable
 * Credentials Data Model 1.1 §6.3.1), where claims fill in missing members. Rejects a payload that
 * has both, because it could be read in two ways.
 */
function readJwtDocument(payload: Json): { document: Json } | { problem: string } {
  const { vc, vp } = payload;
  const inner = isObject(vc) ? vc : isObject(vp) ? vp : undefined;
  if (!inner) {
    const members = Object.entries(payload).filter(([name]) => !registeredClaims.has(name));
    const document = Object.fromEntries(members);
    const fill = getDocumentKind(document) === 'presentation' ? fillHolder : fillPeriod;
    return { document: fill(document, payload) };
  }
  if ((isObject(vc) && vp !== undefined) || typicalMembers.some((name) => name in payload))
    return { problem: 'has a credential in its “vc” or “vp” claim and another one next to it' };
  return {
    document: inner === vc ? fillCredential(inner, payload) : fillPresentation(inner, payload),
  };
}

/**
 * `nbf` and `exp` are the start and end of validity if the credential names none (Open Badges 3.0
 * §Verify a Credential VC-JWT Signature), or further limits of it.
 */
function fillPeriod(document: Json, { nbf, exp }: Json): Json {
  if (document.credentialSubject === undefined) return document;
  const { validFrom, issuanceDate, validUntil, expirationDate } = document;
  const [start, end] = [formatNumericDate(nbf), formatNumericDate(exp)];
  if (hasOwnPeriod(document))
    return {
      ...document,
      ...(start !== undefined && { validFrom: getStricter(validFrom, start, 'later') }),
      ...(end !== undefined && { validUntil: getStricter(validUntil, end, 'earlier') }),
    };
  const hasStart = validFrom !== undefined || issuanceDate !== undefined;
  const hasEnd = validUntil !== undefined || expirationDate !== undefined;
  const [from, until] = isDataModel1(document)
    ? ['issuanceDate', 'expirationDate']
    : ['validFrom', 'validUntil'];
  return {
    ...document,
    ...(!hasStart && start !== undefined && { [from]: start }),
    ...(!hasEnd && end !== undefined && { [until]: end }),
  };
}

/**
 * True if a JWT's `nbf` and `exp` are about its signature only, and may differ from the credential's
 * dates (Securing Verifiable Credentials using JOSE and COSE §3.1.3). Open Badges 3.0 and data model
 * 1.1 require the same dates.
 */
function hasOwnPeriod(document: Json): boolean {
  return getDocumentKind(document) === 'other' && !isDataModel1(document);
}

function getStricter(date: unknown, claim: string, which: 'earlier' | 'later'): unknown {
  if (date === undefined) return claim;
  const isClaim = isDateTime(date) && Date.parse(claim) > Date.parse(date) === (which === 'later');
  return isClaim ? claim : date;
}

function fillCredential(document: Json, payload: Json): Json {
  const { iss, sub, jti, nbf } = payload;
  const from = isDataModel1(document) ? 'issuanceDate' : 'validFrom';
  const start = formatNumericDate(nbf);
  return fillPeriod(
    {
      ...document,
      ...(document.id === undefined && jti !== undefined ? { id: jti } : {}),
      ...(iss === undefined ? {} : { issuer: withId(document.issuer, iss) }),
      ...(document[from] === undefined && start !== undefined ? { [from]: start } : {}),
      ...(sub === undefined || !getOnlySubject(document)
        ? {}
        : { credentialSubject: withId(getOnlySubject(document), sub) }),
    },
    payload,
  );
}

function fillPresentation(document: Json, payload: Json): Json {
  const { jti } = payload;
  return {
    ...fillHolder(document, payload),
    // Wallets use other texts, too, because nothing relies on the id of a presentation.
    ...(document.id === undefined && isUri(jti) ? { id: jti } : {}),
  };
}

/** Nothing contradicts `iss` in a presentation that names no holder. */
function fillHolder(document: Json, { iss }: Json): Json {
  return document.holder === undefined && iss !== undefined
    ? { ...document, holder: iss }
    : document;
}

/** A JWT has one subject. JSON-LD may represent it as a list of one. */
function getOnlySubject({ credentialSubject }: Json): Json | undefined {
  const [subject, ...more] = all(credentialSubject);
  return more.length === 0 && isObject(subject) ? subject : undefined;
}

function withId(value: unknown, id: unknown): unknown {
  if (value === undefined) return id;
  return isObject(value) && value.id === undefined ? { id, ...value } : value;
}

function isDataModel1(document: Json): boolean {
  return getContexts(document)[0] === v1;
}

/** A claim that contradicts the credential, because readers may use either. */
export function findDifferingClaim(payload: Json, document: Json): string | undefined {
  // Only the JWT has a presentation's times and subject.
  const isPresentation = getDocumentKind(document) === 'presentation';
  const members: [claim: string, member: unknown][] = [
    ['iss', firstText(isPresentation ? document.holder : document.issuer) ?? ''],
    // Nothing contradicts the id of a credential or a subject that has none.
    ['jti', document.id ?? payload.jti],
    ...(isPresentation ? [] : listCredentialMembers(payload, document)),
  ];
  return members.find(
    ([claim, member]) => payload[claim] !== undefined && wholeSeconds(payload[claim]) !== member,
  )?.[0];
}

function listCredentialMembers(payload: Json, document: Json): [claim: string, member: unknown][] {
  const { validFrom, issuanceDate, validUntil, expirationDate } = document;
  // A credential of data model 1.1 may have the newer date members beside its own, with another
  // time.
  const [from, until] = isDataModel1(document)
    ? [issuanceDate ?? validFrom, expirationDate ?? validUntil]
    : [validFrom ?? issuanceDate, validUntil ?? expirationDate];
  const seconds = (date: unknown): number => Math.floor(Date.parse(firstText(date) ?? '') / 1_000);
  const period: [claim: string, member: unknown][] = [
    ['nbf', seconds(from)],
    ['exp', seconds(until)],
  ];
  const isReadable = ([claim]: [claim: string, member: unknown]): boolean =>
    formatNumericDate(payload[claim]) !== undefined;
  return [
    ['sub', subjectId(document, payload.sub)],
    ...(hasOwnPeriod(document) ? period.filter((each) => !isReadable(each)) : period),
  ];
}

function subjectId(document: Json, ifNone: unknown): unknown {
  const subject = getOnlySubject(document);
  if (!subject) return undefined;
  return subject.id === undefined ? ifNone : firstText(subject.id);
}

function wholeSeconds(claim: unknown): unknown {
  return typeof claim === 'number' ? Math.floor(claim) : claim;
}
