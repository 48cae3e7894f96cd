import { verify } from 'node:crypto';
import { decryptAssertion } from './encryption.ts';
import { readPerson, type SamlIdentity } from './identity.ts';
import { SamlRefusal } from './refusal.ts';
import {
  isElement,
  iterateElements,
  listChildren,
  parsePlainXml,
  readAttribute,
  readText,
  xmlNames,
} from './xml.ts';

const { assertion: saml, protocol, signature: dsig } = xmlNames;

export type SamlSettings = {
  /** Entity ID of the identity provider. */
  idpEntityId: string;
  /** Certificates (PEM) that it may sign with. */
  idpCertificates: readonly string[];
  entityId: string;
  acsUrl: string;
  /** Our private keys (PEM), the current one first. */
  privateKeys: readonly string[];
};

/** A response that is read but not verified. */
export type SamlMessage = { xml: string; response: Element; inResponseTo: string };

const MAX_RESPONSE_BYTES = 256 * 1024;
/**
 * The library that verifies takes time with the square of elements next to each other, for each certificate.
 * Active Directory gives a user at most 1,015 groups, each of which is an element with three attributes.
 */
const MAX_ELEMENTS = 1_500;
const MAX_ATTRIBUTES = 5_000;
const MAX_SIGNATURE_ELEMENTS = 100;
/** In characters. The canonical form repeats them in each element that uses them. */
const MAX_NAMESPACES_LENGTH = 4 * MAX_RESPONSE_BYTES;
/** The prefixes in a `PrefixList` are searched for each attribute. Providers list a few. */
const MAX_PREFIXES_LENGTH = 1_000;
/** In characters. Providers' have 2,000. */
const MAX_SIGNED_INFO_LENGTH = 20_000;
const skewMs = 60_000;

/** Reads a posted form. Nothing in the result is to be trusted yet. */
export function readSamlMessage(form: Record<string, string | undefined>): SamlMessage {
  const { SAMLResponse: encoded, SAMLRequest: request } = form;
  if (request !== undefined) throw new SamlRefusal('logout_not_supported');
  if (!encoded) throw new SamlRefusal('response_missing');
  if (encoded.length > (MAX_RESPONSE_BYTES * 4) / 3 + 8_192)
    throw new SamlRefusal('response_too_large');
  const xml = decodeBase64(encoded);
  const response = parsePlainXml(xml, MAX_ELEMENTS).documentElement;
  if (/^Logout(?:Request|Response)$/.test(response.localName))
    throw new SamlRefusal('logout_not_supported');
  if (!isElement(response, protocol, 'Response') || response.getAttribute('Version') !== '2.0')
    throw new SamlRefusal('response_not_saml');
  const inResponseTo = readAttribute(response, 'InResponseTo');
  if (!inResponseTo) throw new SamlRefusal('unsolicited');
  return { xml, response, inResponseTo };
}

function decodeBase64(encoded: string): string {
  const text = encoded.replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new SamlRefusal('response_not_base64');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > MAX_RESPONSE_BYTES) throw new SamlRefusal('response_too_large');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlRefusal('response_not_base64');
  }
}

/**
 * Verifies a response. The caller has used up the request that `inResponseTo` names. Nothing outside the signed
 * assertion reaches the result.
 */
export async function verifySamlMessage(
  message: SamlMessage,
  settings: SamlSettings,
  now: Date,
): Promise<SamlIdentity> {
  checkResponse(message.response, settings);
  const signed = findAssertion(message, settings.privateKeys);
  const signatures = checkSignatures(signed.root, signed.assertion);
  const signers = await findSigners(signatures, settings.idpCertificates);
  const verified = await verifySignature(signed.xml, { ...settings, idpCertificates: signers });
  // Parsed again from the bytes that the signature covers.
  const assertion = parsePlainXml(verified).documentElement;
  if (!isElement(assertion, saml, 'Assertion')) throw new SamlRefusal('signature_invalid');
  return readAssertion(assertion, settings, message.inResponseTo, now);
}

/** These parts are usually unsigned, so checking them only gives better reasons for a refusal. */
function checkResponse(response: Element, { acsUrl, idpEntityId }: SamlSettings): void {
  const destination = readAttribute(response, 'Destination');
  if (destination !== acsUrl) throw new SamlRefusal('destination_wrong', destination);
  const issuer = listChildren(response, saml, 'Issuer').map(readText);
  if (issuer.length > 1 || issuer.some((text) => text !== idpEntityId))
    throw new SamlRefusal('issuer_wrong', issuer.join(' '));
  const [status] = listChildren(response, protocol, 'Status');
  const codes = status
    ? [...iterateElements(status)].map((each) => each.getAttribute('Value') ?? '')
    : [];
  const [first, ...others] = codes.filter(Boolean);
  if (first === 'urn:oasis:names:tc:SAML:2.0:status:Success') return;
  // The audit log gets no StatusMessage: anyone can write one, and providers name their users there.
  const known = [first ?? '', ...others].filter((code) => /^urn:[\w.:-]+$/.test(code));
  throw new SamlRefusal('provider_refused', known.join(' '));
}

type SignedPart = { xml: string; root: Element; assertion: Element };

/** The only assertion anywhere in the response, decrypted. */
function findAssertion({ xml, response }: SamlMessage, privateKeys: readonly string[]): SignedPart {
  const all = [...iterateElements(response)];
  const found = all.filter(({ localName }) => /^(?:Encrypted)?Assertion$/.test(localName));
  const [only] = found;
  if (!only) throw new SamlRefusal('assertion_missing');
  if (found.length > 1) throw new SamlRefusal('assertions_several');
  if (only.parentNode !== response || only.namespaceURI !== saml)
    throw new SamlRefusal('response_not_saml');
  checkIds(all);
  if (only.localName === 'Assertion') return { xml, root: response, assertion: only };
  const decrypted = decryptAssertion(only, privateKeys);
  const assertion = parseDecrypted(decrypted);
  const inside = [...iterateElements(assertion)];
  if (inside.some(({ localName }, index) => index > 0 && localName === 'Assertion'))
    throw new SamlRefusal('assertions_several');
  checkIds(inside);
  // Wrapped in a response, so that one path verifies encrypted and plain assertions.
  const plain = decrypted.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '');
  const wrapped = `<p:Response xmlns:p="${protocol}">${plain}</p:Response>`;
  return { xml: wrapped, root: assertion, assertion };
}

/** Malformed content gets the same reason as a failed decryption, so that attackers can't test ciphertexts. */
function parseDecrypted(text: string): Element {
  try {
    const { documentElement } = parsePlainXml(text, MAX_ELEMENTS);
    if (isElement(documentElement, saml, 'Assertion')) return documentElement;
  } catch (error) {
    if (!(error instanceof SamlRefusal)) throw error;
  }
  throw new SamlRefusal('decryption_failed');
}

/** A signature names its element by ID, so each ID must be unique, in every spelling that a library accepts. */
function checkIds(elements: readonly Element[]): void {
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ localName }) => localName.toLowerCase() === 'id')
      .map(({ value }) => value),
  );
  if (new Set(ids).size < ids.length) throw new SamlRefusal('id_duplicate');
  if (!ids.every((id) => /^[A-Za-z_][\w.-]{0,255}$/.test(id)))
    throw new SamlRefusal('response_not_saml');
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** SHA-256 or better, and the two transforms of SAML's signature profile (core, section 5.4.4). */
const acceptedAlgorithms: Record<string, readonly string[]> = {
  SignatureMethod: [256, 512].map(
    (bits) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`,
  ),
  DigestMethod: [256, 512].map((bits) => `${xmlNames.encryption}sha${bits}`),
  CanonicalizationMethod: [exclusive],
  Transform: [exclusive, `${dsig}enveloped-signature`],
};

type Signatures = { own: Element; around: Element | undefined };

/** Every signature is a direct child of the response or the assertion, and has the form of SAML's profile. */
function checkSignatures(root: Element, assertion: Element): Signatures {
  const inside = [...iterateElements(root)];
  checkWork(inside);
  const signatures = inside.filter(({ localName }) => localName === 'Signature');
  for (const signature of signatures) {
    const parent = signature.parentNode;
    if (signature.namespaceURI !== dsig || (parent !== root && parent !== assertion))
      throw new SamlRefusal('signature_misplaced');
    checkSignature(signature, parent as Element);
  }
  const [own, ...others] = signatures.filter(({ parentNode }) => parentNode === assertion);
  if (!own) throw new SamlRefusal('assertion_unsigned');
  if (others.length > 0 || signatures.length > 2) throw new SamlRefusal('signature_misplaced');
  return { own, around: signatures.find((each) => each !== own) };
}

/** Bounds what the library does before it knows whether the signature is the provider's. */
function checkWork(elements: readonly Element[]): void {
  const attributes = elements.flatMap((element) => Array.from(element.attributes));
  const lists = elements
    .filter(({ localName }) => localName === 'InclusiveNamespaces')
    .map((element) => element.getAttribute('PrefixList') ?? '');
  const namespaces = [...elements, ...attributes].map(({ namespaceURI }) => namespaceURI ?? '');
  const measure = (texts: string[]) => texts.reduce((sum, { length }) => sum + length, 0);
  const isExcessive =
    attributes.length > MAX_ATTRIBUTES ||
    measure(lists) > MAX_PREFIXES_LENGTH ||
    measure(namespaces) > MAX_NAMESPACES_LENGTH;
  if (isExcessive) throw new SamlRefusal('xml_too_complex');
}

function checkSignature(signature: Element, parent: Element): void {
  const parts = listChildren(signature).map(({ localName }) => localName);
  const all = [...iterateElements(signature)];
  if (all.length > MAX_SIGNATURE_ELEMENTS) throw new SamlRefusal('xml_too_complex');
  const find = (name: string): Element[] => all.filter(({ localName }) => localName === name);
  const isPlain =
    /^SignedInfo SignatureValue(?: KeyInfo)?$/.test(parts.join(' ')) &&
    ['Reference', 'SignatureMethod', 'DigestMethod', 'DigestValue', 'CanonicalizationMethod'].every(
      (name) => find(name).length === 1,
    ) &&
    find('Reference')[0]?.getAttribute('URI') === `#${parent.getAttribute('ID')}`;
  if (!isPlain) throw new SamlRefusal('signature_misplaced');
  for (const [name, accepted] of Object.entries(acceptedAlgorithms))
    for (const element of find(name)) {
      const algorithm = element.getAttribute('Algorithm') ?? '';
      if (!accepted.includes(algorithm)) throw new SamlRefusal('algorithm_weak', algorithm);
    }
}

/**
 * Returns the certificates that a signature is from, and refuses an assertion that nobody known signed. Only the
 * short `SignedInfo` is read, because the library reads the whole response first, for each certificate, and
 * anyone may send one.
 */
async function findSigners(
  { own, around }: Signatures,
  certificates: readonly string[],
): Promise<readonly string[]> {
  const isFromOwn = await createSignerTest(own);
  const isFromAround = around && (await createSignerTest(around));
  const signers = certificates.filter(isFromOwn);
  if (signers.length === 0) throw new SamlRefusal('signature_invalid');
  return certificates.filter((each) => signers.includes(each) || isFromAround?.(each));
}

/** `SignatureMethod` is one of `acceptedAlgorithms`. */
async function createSignerTest(signature: Element): Promise<(certificate: string) => boolean> {
  // Loaded with the first response, as the library that uses it.
  const { SignedXml } = await import('xml-crypto');
  const [signedInfo, signatureValue] = listChildren(signature);
  if (!signedInfo || !signatureValue) throw new SamlRefusal('signature_misplaced');
  const [method] = listChildren(signedInfo, dsig, 'SignatureMethod');
  const hash = method?.getAttribute('Algorithm')?.endsWith('512') ? 'RSA-SHA512' : 'RSA-SHA256';
  const ancestorNamespaces = listOuterNamespaces(signedInfo);
  const text = new SignedXml().getCanonXml([exclusive], signedInfo, { ancestorNamespaces });
  if (text.length > MAX_SIGNED_INFO_LENGTH) throw new SamlRefusal('xml_too_complex');
  const value = Buffer.from(signatureValue.textContent ?? '', 'base64');
  return (certificate) => verify(hash, Buffer.from(text), certificate, value);
}

type Namespace = { prefix: string; namespaceURI: string };

/** Namespaces that are declared around an element. Its canonical form has those in its `PrefixList`. */
function listOuterNamespaces(element: Element): Namespace[] {
  const declared = new Map<string, string>();
  for (let at: Node | null = element.parentNode; at?.nodeType === 1; at = at.parentNode)
    for (const { prefix, localName, value } of Array.from((at as Element).attributes))
      if (prefix === 'xmlns' && !declared.has(localName)) declared.set(localName, value);
  return [...declared]
    .filter(([prefix]) => prefix !== element.prefix && !element.hasAttribute(`xmlns:${prefix}`))
    .map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }));
}

/** node-saml verifies and finds what was signed. The conditions are ours: with our clock, and complete. */
async function verifySignature(xml: string, settings: SamlSettings): Promise<string> {
  // Loaded with the first response: it takes 20 MB.
  const { SAML } = await import('@node-saml/node-saml');
  class SignatureVerifier extends SAML {
    protected override async processValidlySignedAssertionAsync(verified: string) {
      const profile = { issuer: '', nameID: '', nameIDFormat: '', getAssertionXml: () => verified };
      return { profile, loggedOut: false };
    }
  }
  const verifier = new SignatureVerifier({
    ...{ issuer: settings.entityId, callbackUrl: settings.acsUrl },
    idpCert: [...settings.idpCertificates],
    ...{ wantAssertionsSigned: true, wantAuthnResponseSigned: false },
  });
  const SAMLResponse = Buffer.from(xml).toString('base64');
  const { profile } = await verifier.validatePostResponseAsync({ SAMLResponse }).catch(() => {
    throw new SamlRefusal('signature_invalid');
  });
  const verified = profile?.getAssertionXml?.();
  if (!verified) throw new SamlRefusal('signature_invalid');
  return verified;
}

function readAssertion(
  assertion: Element,
  settings: SamlSettings,
  requestId: string,
  now: Date,
): SamlIdentity {
  const [issuer, ...otherIssuers] = listChildren(assertion, saml, 'Issuer').map(readText);
  if (issuer !== settings.idpEntityId || otherIssuers.length > 0)
    throw new SamlRefusal('issuer_wrong', issuer);
  const assertionId = readAttribute(assertion, 'ID');
  const [subject, ...otherSubjects] = listChildren(assertion, saml, 'Subject');
  const [conditions, ...otherConditions] = listChildren(assertion, saml, 'Conditions');
  const statements = listChildren(assertion, saml, 'AuthnStatement');
  const isComplete =
    assertionId &&
    assertion.getAttribute('Version') === '2.0' &&
    otherSubjects.length + otherConditions.length === 0 &&
    statements.length > 0;
  if (!isComplete || !subject || !conditions) throw new SamlRefusal('assertion_malformed');
  if ([...iterateElements(assertion)].some(({ localName }) => localName.startsWith('Encrypted')))
    throw new SamlRefusal('encrypted_part');
  const confirmed = checkSubject(subject, settings, requestId, now);
  const until = checkConditions(conditions, settings, now);
  for (const statement of statements) checkTimes(statement, now, 'SessionNotOnOrAfter');
  const nameIds = listChildren(subject, saml, 'NameID');
  if (nameIds.length > 1) throw new SamlRefusal('assertion_malformed');
  const last = Math.max(confirmed.getTime(), until?.getTime() ?? 0);
  return {
    ...readPerson(assertion, nameIds[0]),
    ...{ assertionId, expires: new Date(last + skewMs) },
    authenticatedAt: findLastInstant(statements),
  };
}

function findLastInstant(statements: readonly Element[]): number | undefined {
  const instants = statements.map((each) => Date.parse(each.getAttribute('AuthnInstant') ?? ''));
  const last = Math.max(...instants);
  return Number.isNaN(last) ? undefined : last;
}

/** At least one bearer confirmation is for us, for this request, and in time. Returns when it ends. */
function checkSubject(
  subject: Element,
  settings: SamlSettings,
  requestId: string,
  now: Date,
): Date {
  const confirmations = listChildren(subject, saml, 'SubjectConfirmation').filter(
    (each) => each.getAttribute('Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  );
  let refusal: unknown = new SamlRefusal('assertion_malformed', 'no bearer SubjectConfirmation');
  for (const confirmation of confirmations)
    try {
      return checkConfirmation(confirmation, settings, requestId, now);
    } catch (error) {
      refusal = error;
    }
  throw refusal;
}

function checkConfirmation(
  confirmation: Element,
  { acsUrl }: SamlSettings,
  requestId: string,
  now: Date,
): Date {
  const [data] = listChildren(confirmation, saml, 'SubjectConfirmationData');
  const recipient = data && readAttribute(data, 'Recipient');
  if (!data || recipient !== acsUrl) throw new SamlRefusal('recipient_wrong', recipient);
  if (data.getAttribute('InResponseTo') !== requestId) throw new SamlRefusal('request_wrong');
  const until = checkTimes(data, now);
  if (!until) throw new SamlRefusal('assertion_malformed', 'NotOnOrAfter');
  return until;
}

function checkConditions(
  conditions: Element,
  { entityId }: SamlSettings,
  now: Date,
): Date | undefined {
  const until = checkTimes(conditions, now);
  const restrictions = listChildren(conditions, saml, 'AudienceRestriction').map((restriction) =>
    listChildren(restriction, saml, 'Audience').map(readText),
  );
  const isForUs = restrictions.every((audiences) => audiences.includes(entityId));
  if (restrictions.length === 0 || !isForUs)
    throw new SamlRefusal('audience_wrong', restrictions.flat().join(' '));
  return until;
}

/** Returns the end of the validity, if there is one. */
function checkTimes(element: Element, now: Date, endName = 'NotOnOrAfter'): Date | undefined {
  const start = readTime(element, 'NotBefore');
  const end = readTime(element, endName);
  if (start && now.getTime() + skewMs < start.getTime())
    throw new SamlRefusal('assertion_early', start.toISOString());
  if (end && now.getTime() - skewMs >= end.getTime())
    throw new SamlRefusal('assertion_expired', end.toISOString());
  return end;
}

function readTime(element: Element, name: string): Date | undefined {
  const text = readAttribute(element, name);
  if (text === undefined) return undefined;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const time = new Date(isTime ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) throw new SamlRefusal('assertion_malformed', name);
  return time;
}
