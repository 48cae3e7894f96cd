import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { before, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import {
  createKeyPair,
  type KeyPair,
  renderIdpMetadata,
} from '../../../../tests/support/saml-provider.ts';
import { MetadataError, readIdpMetadata } from './idp-metadata.ts';
import { createProviderKey, createRequestUrl, renderProviderMetadata } from './provider.ts';
import { iterateElements, parsePlainXml } from './xml.ts';

const now = new Date('2026-06-01T10:00:00Z');
const issuer = 'https://idp.school.example/saml';
const ssoUrl = 'https://idp.school.example/sso?a=1';
const entityId = 'https://insignia.example/sso/1/metadata';
const acsUrl = 'https://insignia.example/sso/1/acs';

let [first, second, weak]: KeyPair[] = [];
before(async () => {
  [first, second, weak] = await Promise.all([
    createKeyPair(),
    createKeyPair(),
    createKeyPair(1_024),
  ]);
});
const readCertificate = (pair: KeyPair | undefined): string => (pair as KeyPair).certificate;

const read = (xml: string) => readIdpMetadata(xml, now, (url) => url.startsWith('https://idp.'));
const render = (...pairs: (KeyPair | undefined)[]): string =>
  renderIdpMetadata(issuer, ssoUrl.replace('&', '&amp;'), pairs.map(readCertificate));
const wrap = (content: string): string =>
  `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${content}</EntitiesDescriptor>`;
const entity = (xml: string): string => xml.slice(xml.indexOf('<EntityDescriptor'));

test('metadata has the entity ID, the redirect URL and each signing certificate once', () => {
  const { entityId, ssoUrl: url, certificates, validUntil } = read(render(first, second, first));
  assert.deepEqual([entityId, url, validUntil], [issuer, ssoUrl, undefined]);
  assert.deepEqual(
    certificates.map(({ pem }) => new X509Certificate(pem).fingerprint256),
    [first, second].map((pair) => new X509Certificate(readCertificate(pair)).fingerprint256),
  );
  assert.equal(certificates[0]?.expires.toISOString(), '2046-01-01T00:00:00.000Z');
  assert.equal(read(wrap(entity(render(first)))).entityId, issuer);
  assert.equal(read(render(first).replace('<IDPSSO', '<!-- <x> --><IDPSSO')).entityId, issuer);
  const until = render(first).replace(' entityID', ' validUntil="2026-06-02T00:00:00Z" entityID');
  assert.equal(read(until).validUntil?.toISOString(), '2026-06-02T00:00:00.000Z');
});

test('metadata that can’t be used is refused with the remedy', () => {
  const good = render(first);
  const cases: [RegExp, string][] = [
    [/several identity providers.*MDQ/, wrap(entity(good) + entity(good))],
    [/several identity providers/, wrap(wrap(entity(good)))],
    [/larger than 512 KiB.*MDQ/, `${good}${' '.repeat(512 * 1024)}`],
    [/too complex/, wrap('<EntityDescriptor/>'.repeat(25_000))],
    [/no identity provider/, wrap('')],
    [/well-formed/, 'https://idp.school.example/metadata'],
    [
      /document type/,
      good.replace('<EntityDescriptor', '<!DOCTYPE a [<!ENTITY b "c">]><EntityDescriptor'),
    ],
    [/EntityDescriptor/, '<html></html>'],
    [/IDPSSODescriptor/, good.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')],
    [/IDPSSODescriptor/, good.replace('SAML:2.0:protocol', 'SAML:1.1:protocol')],
    [/entityID/, good.replace(/entityID="[^"]*"/, '')],
    [
      /expired on 2026-05-31/,
      good.replace(' entityID', ' validUntil="2026-05-31T00:00:00Z" entityID'),
    ],
    [/validUntil/, good.replace(' entityID', ' validUntil="soon" entityID')],
    [/HTTP-Redirect/, good.replace('bindings:HTTP-Redirect', 'bindings:SOAP')],
    [/https URL/, good.replaceAll(ssoUrl, 'javascript:alert(1)')],
    [/signing certificate/, good.replace('use="signing"', 'use="encryption"')],
    [/can’t be read/, good.replace(/<ds:X509Certificate>[^<]*/, '<ds:X509Certificate>AAAA')],
    [/2,048 bits/, render(weak)],
    [/at most 8/, render(...Array.from({ length: 9 }, () => first))],
  ];
  for (const [message, xml] of cases)
    assert.throws(
      () => read(xml),
      (error) => error instanceof MetadataError && message.test(error.message),
      String(message),
    );
});

test('our metadata publishes every key for signing and encryption, and escapes names', async () => {
  const keys = await Promise.all([
    createProviderKey(entityId, now),
    createProviderKey(entityId, now),
  ]);
  const xml = renderProviderMetadata(
    { entityId, acsUrl, keys },
    {
      ...{ name: 'Ä & <b> "School"\u0001', informationUrl: 'https://insignia.example/?a=1&b=2' },
      supportEmail: 'it@school.example',
    },
  );
  const elements = [...iterateElements(parsePlainXml(xml).documentElement)];
  const find = (name: string) => elements.filter(({ localName }) => localName === name);
  assert.deepEqual(
    find('KeyDescriptor').map((key) => key.getAttribute('use')),
    ['signing', 'signing', 'encryption', 'encryption'],
  );
  assert.equal(find('DisplayName')[0]?.textContent, 'Ä & <b> "School"');
  assert.deepEqual(
    find('ContactPerson').map((contact) => contact.getAttribute('contactType')),
    ['technical', 'support'],
  );
  const [service] = find('AssertionConsumerService');
  assert.equal(service?.getAttribute('Location'), acsUrl);
  const certificate = new X509Certificate(keys[0]?.certificate ?? '');
  assert.equal(certificate.publicKey.asymmetricKeyDetails?.modulusLength, 3_072);
  assert.equal(new Date(certificate.validTo).getUTCFullYear(), 2046);

  const url = new URL(
    await createRequestUrl(
      { entityId, acsUrl, keys },
      { ssoUrl, isFresh: false, requestId: '_r1' },
    ),
  );
  assert.equal(`${url.origin}${url.pathname}`, 'https://idp.school.example/sso');
  assert.equal(url.searchParams.get('a'), '1');
  assert.equal(url.searchParams.get('SigAlg'), 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
  const deflated = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64');
  const request = parsePlainXml(inflateRawSync(deflated).toString()).documentElement;
  assert.deepEqual(
    ['ID', 'AssertionConsumerServiceURL', 'Destination'].map((name) => request.getAttribute(name)),
    ['_r1', acsUrl, ssoUrl],
  );
});
