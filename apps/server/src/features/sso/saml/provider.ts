import { xmlNames } from './xml.ts';

/** A key pair of a connection, with which it signs requests and decrypts assertions. */
export type ProviderKey = { key: string; certificate: string };

const certificateYears = 20;

/**
 * Keys of a new connection. The certificate only carries the key: nobody checks who signed it or when it ends, and
 * a change would have to be made at the identity provider too.
 */
export async function createProviderKey(entityId: string, now: Date): Promise<ProviderKey> {
  // Loaded with the first connection.
  const { generate } = await import('selfsigned');
  const notAfterDate = new Date(now);
  notAfterDate.setUTCFullYear(now.getUTCFullYear() + certificateYears);
  const commonName = new URL(entityId).hostname.slice(0, 64);
  const pair = await generate([{ name: 'commonName', value: commonName }], {
    ...{ keySize: 3_072, algorithm: 'sha256' },
    ...{ notBeforeDate: new Date(now.getTime() - 86_400_000), notAfterDate },
  });
  return { key: pair.private, certificate: pair.cert };
}

export type Provider = { entityId: string; acsUrl: string; keys: readonly ProviderKey[] };

type RequestTarget = { ssoUrl: string; requestId: string; isFresh: boolean };

/** URL that sends a browser to the identity provider with a signed request. */
export async function createRequestUrl(
  { entityId, acsUrl, keys }: Provider,
  { ssoUrl, requestId, isFresh }: RequestTarget,
): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml');
  const saml = new SAML({
    ...{ issuer: entityId, callbackUrl: acsUrl, entryPoint: ssoUrl },
    // Not used for requests.
    idpCert: 'AAAA',
    generateUniqueId: () => requestId,
    ...{ privateKey: keys[0]?.key ?? '', signatureAlgorithm: 'sha256' },
    // The identity provider's administrator chooses the name ID and how users sign in.
    ...{ identifierFormat: null, disableRequestedAuthnContext: true },
    forceAuthn: isFresh,
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}

export type ProviderDescription = {
  /** Name that the identity provider shows. */
  name: string;
  informationUrl: string;
  supportEmail: string;
};

const algorithms = [
  ...['aes256-gcm', 'aes128-gcm'].map((name) => `${xmlNames.encryption11}${name}`),
  ...['aes256-cbc', 'aes128-cbc'].map((name) => `${xmlNames.encryption}${name}`),
];
const requested = [
  ['urn:oid:0.9.2342.19200300.100.1.3', 'mail'],
  ['urn:oid:2.16.840.1.113730.3.1.241', 'displayName'],
  ['urn:oasis:names:tc:SAML:attribute:pairwise-id', 'pairwise-id'],
] as const;

/** Our metadata, in the order of the schema. All keys are published, so that a new one is known before its first use. */
export function renderProviderMetadata(
  { entityId, acsUrl, keys }: Provider,
  { name, informationUrl, supportEmail }: ProviderDescription,
): string {
  const describeKeys = (use: string, methods: string): string =>
    keys.map(({ certificate }) => renderKey(use, certificate, methods)).join('');
  const methods = algorithms.map((each) => `<md:EncryptionMethod Algorithm="${each}"/>`).join('');
  const oaep = `<md:EncryptionMethod Algorithm="${xmlNames.encryption}rsa-oaep-mgf1p"/>`;
  const text = escapeXml(name);
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${xmlNames.metadata}" xmlns:ds="${xmlNames.signature}" xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui" xmlns:mdattr="urn:oasis:names:tc:SAML:metadata:attribute" xmlns:saml="${xmlNames.assertion}" entityID="${escapeXml(entityId)}">
<md:Extensions><mdattr:EntityAttributes><saml:Attribute Name="urn:oasis:names:tc:SAML:profiles:subject-id:req" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"><saml:AttributeValue>any</saml:AttributeValue></saml:Attribute></mdattr:EntityAttributes></md:Extensions>
<md:SPSSODescriptor protocolSupportEnumeration="${xmlNames.protocol}" AuthnRequestsSigned="true" WantAssertionsSigned="true">
<md:Extensions><mdui:UIInfo><mdui:DisplayName xml:lang="en">${text}</mdui:DisplayName><mdui:Description xml:lang="en">Digital credentials</mdui:Description><mdui:InformationURL xml:lang="en">${escapeXml(informationUrl)}</mdui:InformationURL></mdui:UIInfo></md:Extensions>
${describeKeys('signing', '')}${describeKeys('encryption', methods + oaep)}
<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
<md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(acsUrl)}"/>
<md:AttributeConsumingService index="0" isDefault="true"><md:ServiceName xml:lang="en">${text}</md:ServiceName>${requested.map(([id, friendly]) => `<md:RequestedAttribute Name="${id}" FriendlyName="${friendly}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"/>`).join('')}</md:AttributeConsumingService>
</md:SPSSODescriptor>
<md:Organization><md:OrganizationName xml:lang="en">${text}</md:OrganizationName><md:OrganizationDisplayName xml:lang="en">${text}</md:OrganizationDisplayName><md:OrganizationURL xml:lang="en">${escapeXml(informationUrl)}</md:OrganizationURL></md:Organization>
${['technical', 'support'].map((type) => renderContact(type, supportEmail)).join('\n')}
</md:EntityDescriptor>
`;
}

function renderKey(use: string, certificate: string, methods: string): string {
  const base64 = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods}</md:KeyDescriptor>`;
}

function renderContact(type: string, email: string): string {
  return `<md:ContactPerson contactType="${type}"><md:SurName>Support</md:SurName><md:EmailAddress>mailto:${escapeXml(email)}</md:EmailAddress></md:ContactPerson>`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');
}
