import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { SignedXml } from 'xml-crypto';
import { encrypt } from 'xml-encryption';

const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

export type KeyPair = { key: string; certificate: string };

export async function createKeyPair(keySize = 2_048): Promise<KeyPair> {
  const pair = await generate([{ name: 'commonName', value: 'idp.example' }], {
    ...{ keySize, algorithm: 'sha256' },
    notAfterDate: new Date('2046-01-01T00:00:00Z'),
  });
  return { key: pair.private, certificate: pair.cert };
}

/** Attributes: values by name. */
export type AssertionOptions = {
  id?: string;
  issuer: string;
  audience: string | undefined;
  recipient: string;
  inResponseTo: string | undefined;
  /** Everything is relative to this time. */
  now: Date;
  notBefore?: Date;
  notOnOrAfter?: Date;
  nameId?: string;
  nameIdFormat?: string;
  attributes?: Record<string, string[]>;
  /** Replaces the subject's confirmation data. */
  confirmation?: string;
};

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

/** An assertion without a signature. `nameId` is XML. */
export function renderAssertion(options: AssertionOptions): string {
  const { id = '_assertion', issuer, audience, recipient, inResponseTo, now } = options;
  const start = options.notBefore?.toISOString() ?? later(now, -1_000);
  const end = options.notOnOrAfter?.toISOString() ?? later(now, 300_000);
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`;
  const data = `<saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${recipient}"${answers}/>`;
  const attributes = Object.entries(options.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${options.nameIdFormat ?? nameIdFormat}">${options.nameId ?? 'kim@school.example'}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">${options.confirmation ?? data}</saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${start}" NotOnOrAfter="${end}">`,
    audience === undefined
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`,
    `</saml:Conditions><saml:AuthnStatement AuthnInstant="${now.toISOString()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes.length > 0
      ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`
      : '',
    '</saml:Assertion>',
  ].join('');
}

export type ResponseOptions = {
  id?: string;
  issuer: string;
  destination: string | undefined;
  inResponseTo: string | undefined;
  now: Date;
  status?: string;
};

/** `content` is the assertion. */
export function renderResponse(content: string, options: ResponseOptions): string {
  const { id = '_response', issuer, destination, inResponseTo, now, status = 'Success' } = options;
  const attributes = [
    `ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}"`,
    ...(destination === undefined ? [] : [`Destination="${destination}"`]),
    ...(inResponseTo === undefined ? [] : [`InResponseTo="${inResponseTo}"`]),
  ];
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ${attributes.join(' ')}>`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>`,
    `${content}</samlp:Response>`,
  ].join('');
}

export type SignOptions = {
  hash?: 'sha1' | 'sha256' | 'sha512';
  prefix?: string;
  /** Prefixes whose namespaces are signed wherever they are declared. */
  prefixes?: string[];
};

const signatureAlgorithms = {
  sha1: `${dsig}rsa-sha1`,
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
};
const digests = {
  sha1: `${dsig}sha1`,
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
};

/** Signs the element with an ID, after its Issuer as the schema wants it. */
export function signElement(
  xml: string,
  id: string,
  { key, certificate }: KeyPair,
  { hash = 'sha256', prefix = 'ds', prefixes = [] }: SignOptions = {},
): string {
  const signed = new SignedXml({
    ...{ privateKey: key, publicCert: certificate },
    ...{ signatureAlgorithm: signatureAlgorithms[hash], canonicalizationAlgorithm: exclusive },
    inclusiveNamespacesPrefixList: prefixes,
  });
  const xpath = `//*[@ID='${id}']`;
  const transforms = [`${dsig}enveloped-signature`, exclusive];
  signed.addReference({ xpath, transforms, digestAlgorithm: digests[hash] });
  const location = { reference: `${xpath}/*[local-name()='Issuer']`, action: 'after' } as const;
  signed.computeSignature(xml, { prefix, location });
  return signed.getSignedXml();
}

export type EncryptOptions = { content?: string; keyTransport?: string };

export async function encryptAssertion(
  assertion: string,
  certificate: string,
  {
    content = 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyTransport = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  }: EncryptOptions = {},
): Promise<string> {
  const data = await promisify(encrypt)(assertion, {
    ...{ rsa_pub: certificate, pem: certificate, warnInsecureAlgorithm: false },
    ...{ encryptionAlgorithm: content, keyEncryptionAlgorithm: keyTransport },
  } as never);
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${data}</saml:EncryptedAssertion>`;
}

export const encode = (xml: string): string => Buffer.from(xml).toString('base64');

/** Metadata of an identity provider. */
export function renderIdpMetadata(
  entityId: string,
  ssoUrl: string,
  certificates: readonly string[],
): string {
  const keys = certificates.map(
    (certificate) =>
      `<KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----[A-Z ]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`,
  );
  return `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="${dsig}" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${keys.join('')}
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${ssoUrl}"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;
}
