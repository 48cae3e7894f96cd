import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  type AssertionOptions,
  createKeyPair,
  encode,
  encryptAssertion,
  type KeyPair,
  type ResponseOptions,
  renderAssertion,
  renderResponse,
  type SignOptions,
  signElement,
} from '../../../../tests/support/saml-provider.ts';
import { type SamlReason, SamlRefusal } from './refusal.ts';
import { readSamlMessage, type SamlSettings, verifySamlMessage } from './response.ts';

const now = new Date('2026-06-01T10:00:00Z');
const issuer = 'https://idp.school.example/saml';
const acsUrl = 'https://insignia.example/sso/1/acs';
const entityId = 'https://insignia.example/sso/1/metadata';
const inResponseTo = '_request1';

let [idp, stranger, own]: KeyPair[] = [];
before(async () => {
  [idp, stranger, own] = await Promise.all([createKeyPair(), createKeyPair(), createKeyPair()]);
});

type Overrides = Partial<AssertionOptions & ResponseOptions>;
const facts = {
  issuer,
  audience: entityId,
  recipient: acsUrl,
  destination: acsUrl,
  inResponseTo,
  now,
};

const assertion = (overrides: Overrides = {}): string =>
  renderAssertion({ ...facts, ...overrides, id: overrides.id ?? '_assertion' });
const response = (content: string, overrides: Overrides = {}): string =>
  renderResponse(content, { ...facts, ...overrides, id: '_response' });
const signed = (xml: string, id = '_assertion', options?: SignOptions, key = idp): string =>
  signElement(xml, id, key as KeyPair, options);
/** Both the assertion and, with `false`, everything around it as the overrides say. */
const signedResponse = (overrides: Overrides = {}, around: Overrides = overrides): string =>
  response(signed(assertion(overrides)), around);

/** Elements before the subject, which nobody signed. */
const withSubject = (xml: string): string =>
  signedResponse().replace('<saml:Subject>', `${xml}<saml:Subject>`);

type Situation = { now?: Date; certificates?: string[] };

async function verify(xml: string, situation: Situation = {}) {
  return verifyForm({ SAMLResponse: encode(xml) }, situation);
}

async function verifyForm(form: Record<string, string>, situation: Situation = {}) {
  const message = readSamlMessage(form);
  const settings: SamlSettings = {
    ...{ idpEntityId: issuer, entityId, acsUrl },
    idpCertificates: situation.certificates ?? [(idp as KeyPair).certificate],
    privateKeys: [(own as KeyPair).key],
  };
  return verifySamlMessage(message, settings, situation.now ?? now);
}

/** Text of `xml` between two marks, both included. */
function cut(xml: string, from: string, to: string): string {
  const start = xml.indexOf(from);
  const end = xml.indexOf(to, start) + to.length;
  assert.ok(start >= 0 && end > start);
  return xml.slice(start, end);
}
const cutSignature = (xml: string): string => cut(xml, '<ds:Signature', '</ds:Signature>');
const evilId = (xml: string, id: string): string =>
  xml
    .replaceAll(`ID="${id}"`, 'ID="_evil"')
    .replaceAll('kim@school.example', 'owner@school.example');

/** Where the original and the forged element are, in the eight classic variants of signature wrapping. */
const wrapped: Record<string, () => string> = {
  1: () => {
    const whole = signed(response(assertion()), '_response');
    const signature = cutSignature(whole);
    const original = whole.replace(signature, '');
    const inside = signature.replace('</ds:Signature>', `${original}</ds:Signature>`);
    return evilId(whole, '_response').replace(signature, inside);
  },
  2: () => {
    const whole = signed(response(assertion()), '_response');
    const signature = cutSignature(whole);
    return evilId(whole, '_response').replace(signature, whole.replace(signature, '') + signature);
  },
  3: () => {
    const original = signed(assertion());
    return response(evilId(original.replace(cutSignature(original), ''), '_assertion') + original);
  },
  4: () => {
    const original = signed(assertion());
    const forged = evilId(original.replace(cutSignature(original), ''), '_assertion');
    return response(forged.replace('</saml:Assertion>', `${original}</saml:Assertion>`));
  },
  5: () => {
    const original = signed(assertion());
    return response(evilId(original, '_assertion') + original.replace(cutSignature(original), ''));
  },
  6: () => {
    const original = signed(assertion());
    const plain = original.replace(cutSignature(original), '');
    return response(
      evilId(original, '_assertion').replace('</ds:Signature>', `${plain}</ds:Signature>`),
    );
  },
  7: () => {
    const original = signed(assertion());
    const forged = evilId(original.replace(cutSignature(original), ''), '_assertion');
    return response(`<samlp:Extensions>${forged}</samlp:Extensions>${original}`);
  },
  8: () => {
    const original = signed(assertion());
    const plain = original.replace(cutSignature(original), '');
    return response(
      evilId(original, '_assertion').replace(
        '</ds:Signature>',
        `<ds:Object>${plain}</ds:Object></ds:Signature>`,
      ),
    );
  },
};

test('the eight variants of signature wrapping are refused', async () => {
  for (const [number, render] of Object.entries(wrapped))
    await assertRefusedFor(`XSW${number}`, 'assertions_several', () => verify(render()));
});

async function assertRefusedFor(
  name: string,
  reason: SamlReason,
  run: () => Promise<unknown>,
): Promise<void> {
  await run().then(
    () => assert.fail(`${name} was accepted`),
    (error) => {
      if (!(error instanceof SamlRefusal)) throw error;
      assert.equal(error.reason, reason, `${name}: ${error.reason} ${error.detail}`);
    },
  );
}

const minutes = (count: number): Date => new Date(now.getTime() + count * 60_000);
const comment = 'kim@school.example<!---->.attacker.example';
const dtd = (content: string): string => `<!DOCTYPE r [${content}]>`;
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

type Case = [name: string, reason: SamlReason, xml: () => string | Promise<string>];

const cases: Case[] = [
  ['unsigned', 'assertion_unsigned', () => response(assertion())],
  [
    'only the response signed',
    'assertion_unsigned',
    () => signed(response(assertion()), '_response'),
  ],
  [
    'signed by another key, with its certificate inside',
    'signature_invalid',
    () => response(signed(assertion(), '_assertion', {}, stranger)),
  ],
  [
    'changed after signing',
    'signature_invalid',
    () => signedResponse().replace('kim@school.example', 'owner@school.example'),
  ],
  [
    'signed with SHA-1',
    'algorithm_weak',
    () => response(signed(assertion(), '_assertion', { hash: 'sha1' })),
  ],
  [
    'response signed with SHA-1',
    'algorithm_weak',
    () => signed(signedResponse(), '_response', { hash: 'sha1' }),
  ],
  [
    'HMAC with the certificate as key',
    'algorithm_weak',
    () => signedResponse().replace('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'),
  ],
  [
    'canonicalization with comments',
    'algorithm_weak',
    () => signedResponse().replaceAll('xml-exc-c14n#"', 'xml-exc-c14n#WithComments"'),
  ],
  [
    'signature of the assertion moved to the response',
    'signature_misplaced',
    () => {
      const whole = signedResponse();
      const signature = cutSignature(whole);
      return whole.replace(signature, '').replace('<samlp:Status>', `${signature}<samlp:Status>`);
    },
  ],
  [
    'signature without Reference',
    'signature_misplaced',
    () => signedResponse().replace(/<ds:Reference.*<\/ds:Reference>/, ''),
  ],
  [
    'reference to the whole document',
    'signature_misplaced',
    () => signedResponse().replace('URI="#_assertion"', 'URI=""'),
  ],
  ['expired', 'assertion_expired', () => signedResponse({ notOnOrAfter: minutes(-1) })],
  ['not yet valid', 'assertion_early', () => signedResponse({ notBefore: minutes(1.1) })],
  [
    'confirmation without NotOnOrAfter',
    'assertion_malformed',
    () =>
      signedResponse({
        confirmation: `<saml:SubjectConfirmationData Recipient="${acsUrl}" InResponseTo="${inResponseTo}"/>`,
      }),
  ],
  [
    'NotOnOrAfter that is no date',
    'assertion_malformed',
    () =>
      signedResponse({
        confirmation: `<saml:SubjectConfirmationData NotOnOrAfter="tomorrow" Recipient="${acsUrl}" InResponseTo="${inResponseTo}"/>`,
      }),
  ],
  ['other audience', 'audience_wrong', () => signedResponse({ audience: `${entityId}/` })],
  ['no audience', 'audience_wrong', () => signedResponse({ audience: undefined })],
  [
    'other recipient',
    'recipient_wrong',
    () => signedResponse({ recipient: acsUrl.replace('/1/', '/2/') }),
  ],
  [
    'no confirmation data',
    'recipient_wrong',
    () => signedResponse({ confirmation: '<saml:SubjectConfirmationData/>' }),
  ],
  [
    'other destination',
    'destination_wrong',
    () => signedResponse({ destination: 'https://other.example/acs' }),
  ],
  ['no destination', 'destination_wrong', () => signedResponse({ destination: undefined })],
  ['other issuer', 'issuer_wrong', () => signedResponse({ issuer: `${issuer}2` })],
  [
    'assertion of another issuer',
    'issuer_wrong',
    () => signedResponse({ issuer: `${issuer}2` }, {}),
  ],
  ['no InResponseTo', 'unsolicited', () => signedResponse({ inResponseTo: undefined })],
  [
    'no InResponseTo in the assertion',
    'request_wrong',
    () => signedResponse({ inResponseTo: undefined }, {}),
  ],
  [
    'assertion for another request',
    'request_wrong',
    () => signedResponse({ inResponseTo: '_request2' }, {}),
  ],
  [
    'two signed assertions',
    'assertions_several',
    () => response(signed(assertion()) + signed(assertion({ id: '_second' }), '_second')),
  ],
  [
    'a signed and an encrypted assertion',
    'assertions_several',
    async () =>
      response(
        signed(assertion()) +
          (await encryptAssertion(signed(assertion({ id: '_b' }), '_b'), readCertificate(own))),
      ),
  ],
  ['no assertion', 'assertion_missing', () => response('')],
  [
    'the same ID twice',
    'id_duplicate',
    () => signedResponse().replace('<samlp:Status>', '<samlp:Status Id="_assertion">'),
  ],
  [
    'refused by the identity provider',
    'provider_refused',
    () => response('', { status: 'Responder' }),
  ],
  ['transient name ID', 'subject_missing', () => signedResponse({ nameIdFormat: transientFormat })],
  ['empty name ID', 'subject_missing', () => signedResponse({ nameId: '' })],
  ['comment in the name ID', 'xml_not_plain', () => signedResponse({ nameId: comment })],
  [
    'comment put into a signed name ID',
    'xml_not_plain',
    () => signedResponse().replace('kim@school.example', 'kim@<!-- -->school.example'),
  ],
  [
    'comment in an attribute',
    'xml_not_plain',
    () => signedResponse({ attributes: { mail: [comment] } }),
  ],
  ['CDATA in the name ID', 'xml_not_plain', () => signedResponse({ nameId: '<![CDATA[kim]]>' })],
  [
    'processing instruction in the name ID',
    'xml_not_plain',
    () => signedResponse().replace('kim@', 'kim<?x?>@'),
  ],
  [
    'external entity',
    'xml_not_plain',
    () => `${dtd('<!ENTITY x SYSTEM "file:///etc/passwd">')}${signedResponse()}`,
  ],
  [
    'external parameter entity',
    'xml_not_plain',
    () => `<?xml version="1.0"?>${dtd('<!ENTITY % x SYSTEM "http://127.0.0.1/">%x;')}<r/>`,
  ],
  [
    'entity bomb',
    'xml_not_plain',
    () => `${dtd('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">')}<r>&b;</r>`,
  ],
  [
    'undeclared entity',
    'xml_malformed',
    () => signedResponse().replace('kim@', 'kim&undeclared;@'),
  ],
  ['NUL in the name ID', 'xml_malformed', () => signedResponse({ nameId: 'kim&#0;@a.example' })],
  [
    'half a character in the name ID',
    'xml_malformed',
    () => signedResponse().replace('kim@', 'kim&#xD800;@'),
  ],
  ['not XML', 'xml_malformed', () => 'kim@school.example'],
  ['unclosed', 'xml_malformed', () => signedResponse().replace('</samlp:Response>', '')],
  ['two roots', 'xml_malformed', () => `${signedResponse()}<x/>`],
  ['markup in an attribute', 'xml_malformed', () => '<a b="<c>"/>'],
  ['deep nesting', 'xml_too_complex', () => '<a>'.repeat(50_000)],
  ['many elements', 'xml_too_complex', () => `<a>${'<a/>'.repeat(50_000)}</a>`],
  ['nested namespaces', 'xml_too_complex', () => '<a xmlns:b="c">'.repeat(10_000)],
  [
    'many namespaces',
    'xml_too_complex',
    () => `<a ${Array.from({ length: 99 }, (_, n) => `xmlns:n${n}="x"`).join(' ')}/>`,
  ],
  ['many elements in a response', 'xml_too_complex', () => withSubject('<a/>'.repeat(1_600))],
  [
    'many attributes',
    'xml_too_complex',
    () =>
      withSubject(`<a ${Array.from({ length: 200 }, (_, n) => `n${n}=""`).join(' ')}/>`.repeat(30)),
  ],
  [
    'namespaces that the canonical form repeats',
    'xml_too_complex',
    () => withSubject(`<x xmlns:n="${'n'.repeat(4_000)}">${'<n:a/>'.repeat(500)}</x>`),
  ],
  [
    'prefixes that are searched for each attribute',
    'xml_too_complex',
    () =>
      withSubject(
        `<CanonicalizationMethod><InclusiveNamespaces PrefixList="${'a '.repeat(1_900)}"/></CanonicalizationMethod>`,
      ),
  ],
  [
    'many elements in a signature',
    'xml_too_complex',
    () => signedResponse().replace('<ds:SignedInfo>', `<ds:SignedInfo>${'<ds:a/>'.repeat(200)}`),
  ],
  ['long tag', 'xml_too_complex', () => `<a ${' b=""'.repeat(5_000)}/>`],
  [
    'logout request',
    'logout_not_supported',
    () => '<p:LogoutRequest xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1"/>',
  ],
  [
    'logout response',
    'logout_not_supported',
    () => '<p:LogoutResponse xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1"/>',
  ],
  ['assertion without a response', 'response_not_saml', () => signed(assertion())],
  [
    'SAML 1.1',
    'response_not_saml',
    () => '<p:Response xmlns:p="urn:oasis:names:tc:SAML:1.0:protocol" MajorVersion="1"/>',
  ],
  ['1 MiB', 'response_too_large', () => signedResponse({ nameId: 'k'.repeat(1024 * 1024) })],
  ['270 KiB', 'response_too_large', () => signedResponse({ nameId: 'k'.repeat(270 * 1024) })],
  [
    'encrypted with another key',
    'decryption_failed',
    async () => response(await encryptAssertion(signed(assertion()), readCertificate(stranger))),
  ],
  [
    'encrypted but unsigned',
    'assertion_unsigned',
    async () => response(await encryptAssertion(assertion(), readCertificate(own))),
  ],
  [
    'encrypted and unsigned in a signed response',
    'assertion_unsigned',
    async () =>
      signed(response(await encryptAssertion(assertion(), readCertificate(own))), '_response'),
  ],
  [
    'encrypted, signed by another key',
    'signature_invalid',
    async () => {
      const forged = signed(assertion(), '_assertion', {}, stranger);
      return response(await encryptAssertion(forged, readCertificate(own)));
    },
  ],
  [
    'encrypted, wrapped inside',
    'assertions_several',
    async () => {
      const original = signed(assertion());
      const plain = original.replace(cutSignature(original), '');
      const forged = evilId(original, '_assertion').replace(
        '</ds:Signature>',
        `<ds:Object>${plain}</ds:Object></ds:Signature>`,
      );
      return response(await encryptAssertion(forged, readCertificate(own)));
    },
  ],
  [
    'encrypted entity bomb',
    'decryption_failed',
    async () =>
      response(await encryptAssertion(`${dtd('<!ENTITY a "a">')}<r/>`, readCertificate(own))),
  ],
  [
    'encrypted with RSA 1.5',
    'encryption_weak',
    async () => {
      const keyTransport = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';
      return response(
        await encryptAssertion(signed(assertion()), readCertificate(own), { keyTransport }),
      );
    },
  ],
  [
    'encrypted with Triple DES',
    'encryption_weak',
    async () => {
      const content = 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc';
      return response(
        await encryptAssertion(signed(assertion()), readCertificate(own), { content }),
      );
    },
  ],
  [
    'encrypted name ID',
    'encrypted_part',
    () =>
      signedResponse({
        confirmation: `<saml:EncryptedID/><saml:SubjectConfirmationData/>`,
      }),
  ],
];

const readCertificate = (pair: KeyPair | undefined): string => (pair as KeyPair).certificate;

test('each bad response is refused with its reason', async () => {
  for (const [name, reason, render] of cases) {
    const xml = await render();
    await assertRefusedFor(name, reason, () => verify(xml));
  }
});

test('a form without a readable response is refused', async () => {
  const forms: [SamlReason, Record<string, string>][] = [
    ['response_missing', {}],
    ['response_missing', { SAMLResponse: '' }],
    ['response_not_base64', { SAMLResponse: '%%%' }],
    ['response_not_base64', { SAMLResponse: Buffer.from([0xff, 0xfe]).toString('base64') }],
    ['logout_not_supported', { SAMLRequest: encode('<a/>') }],
  ];
  for (const [reason, form] of forms)
    await assertRefusedFor(JSON.stringify(form), reason, () => verifyForm(form));
});

test('a signed assertion is accepted, alone, in a signed response, and encrypted', async () => {
  const alone = signedResponse();
  const gcm = await encryptAssertion(signed(assertion()), readCertificate(own));
  const cbc = await encryptAssertion(signed(assertion()), readCertificate(own), {
    content: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  });
  const responses = {
    alone,
    'in a signed response': signed(alone, '_response'),
    'with 1,015 groups': signedResponse({
      attributes: { groups: Array.from({ length: 1_015 }, (_, n) => `Group ${n}`) },
    }),
    'with SHA-512': response(signed(assertion(), '_assertion', { hash: 'sha512' })),
    'with a list of prefixes': response(signed(assertion(), '_assertion', { prefixes: ['saml'] })),
    'signature without prefix': response(signed(assertion(), '_assertion', { prefix: '' })),
    'with a declaration and line breaks': `<?xml version="1.0" encoding="UTF-8"?>\r\n${alone}\r\n`,
    'encrypted with AES-GCM': response(gcm),
    'encrypted with AES-CBC': response(cbc),
    'encrypted in a signed response': signed(response(gcm), '_response'),
  };
  for (const [name, xml] of Object.entries(responses)) {
    const identity = await verify(xml);
    assert.equal(identity.subject, 'kim@school.example', name);
    assert.equal(identity.email, 'kim@school.example', name);
    assert.equal(identity.assertionId, '_assertion');
  }
  const folded = encode(alone).replaceAll(/.{76}/g, '$&\r\n');
  assert.equal((await verifyForm({ SAMLResponse: folded })).subject, 'kim@school.example');
});

test('each certificate of the provider may sign the assertion and the response', async () => {
  const certificates = [own, stranger, idp].map(readCertificate);
  await verify(signedResponse(), { certificates });
  await verify(signed(signedResponse(), '_response', {}, stranger), { certificates });
  await verify(signed(signedResponse(), '_response', {}, stranger));
});

test('a forged response is refused before the work that its size takes', async () => {
  const names = Array.from({ length: 1_015 }, (_, n) => `Group ${n}`);
  const claims = assertion({ attributes: { names } }).replace(
    '<saml:Subject>',
    `<x xmlns:n="${'n'.repeat(4_000)}">${'<n:a/>'.repeat(200)}</x><saml:Subject>`,
  );
  const certificates = Array.from({ length: 8 }, () => readCertificate(idp));
  const refuse = (xml: string) =>
    assertRefusedFor('forged', 'signature_invalid', () => verify(xml, { certificates }));
  await refuse(response(signed(assertion(), '_assertion', {}, stranger)));
  const forged = response(signed(claims, '_assertion', {}, stranger));
  const before = process.threadCpuUsage();
  await refuse(forged);
  const { user } = process.threadCpuUsage(before);
  // Canonicalizing it for each certificate takes half a second.
  assert.ok(user < 150_000, `${user}`);
});

test('the clocks may differ by 60 seconds', async () => {
  const exact = signedResponse({ notBefore: minutes(1), notOnOrAfter: minutes(2) });
  await verify(exact);
  await verify(exact, { now: new Date(minutes(3).getTime() - 1) });
  await assertRefusedFor('later', 'assertion_expired', () => verify(exact, { now: minutes(3) }));
});

const microsoft = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
type Person = { subject: string; email: string | undefined; name: string | undefined };
const shapes: [provider: string, Overrides, Person, claim: [string, string[]]][] = [
  [
    'Entra ID',
    {
      nameId: 'pZ1Yk3',
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: {
        [`${microsoft}/emailaddress`]: ['kim@school.example'],
        'http://schemas.microsoft.com/identity/claims/displayname': ['Kim Lee'],
        'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': ['id-1', 'id-2'],
      },
    },
    { subject: 'pZ1Yk3', email: 'kim@school.example', name: 'Kim Lee' },
    ['http://schemas.microsoft.com/ws/2008/06/identity/claims/groups', ['id-1', 'id-2']],
  ],
  [
    'Okta',
    { attributes: { firstName: ['Kim'], lastName: ['Lee'], groups: ['Everyone', 'Teachers'] } },
    { subject: 'kim@school.example', email: 'kim@school.example', name: 'Kim Lee' },
    ['groups', ['Everyone', 'Teachers']],
  ],
  [
    'Shibboleth',
    {
      nameId: '_9f3e',
      nameIdFormat: transientFormat,
      attributes: {
        'urn:oasis:names:tc:SAML:attribute:pairwise-id': ['AB12@school.example'],
        'urn:oid:0.9.2342.19200300.100.1.3': ['kim@school.example'],
        'urn:oid:2.16.840.1.113730.3.1.241': ['Kim Lee'],
        'urn:oid:1.3.6.1.4.1.5923.1.1.1.9': ['staff@school.example', 'member@school.example'],
      },
    },
    { subject: 'AB12@school.example', email: 'kim@school.example', name: 'Kim Lee' },
    ['urn:oid:1.3.6.1.4.1.5923.1.1.1.9', ['staff@school.example', 'member@school.example']],
  ],
  [
    'Keycloak',
    {
      nameId: 'G-1f7c',
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: {
        'urn:oid:1.2.840.113549.1.9.1': ['kim@school.example'],
        'urn:oid:2.5.4.42': ['Kim'],
        'urn:oid:2.5.4.4': ['Lee'],
        Role: ['manager'],
      },
    },
    { subject: 'G-1f7c', email: 'kim@school.example', name: 'Kim Lee' },
    ['Role', ['manager']],
  ],
];

test('subject, email, name and claims are read as each provider sends them', async () => {
  for (const [provider, overrides, { subject, email, name }, [claim, values]] of shapes) {
    const identity = await verify(signedResponse(overrides));
    assert.deepEqual(
      [identity.subject, identity.email, identity.name, identity.claims[claim]],
      [subject, email, name, values],
      provider,
    );
  }
});

test('a refusal of the provider shows its status codes, and no text that anyone could have written', async () => {
  const refused = response('', { status: 'Responder' });
  const xml = refused.replace(
    '</samlp:Status>',
    '<samlp:StatusCode Value="kim lee"/><samlp:StatusMessage>kim@school.example</samlp:StatusMessage></samlp:Status>',
  );
  assert.notEqual(xml, refused);
  await assert.rejects(verify(xml), {
    reason: 'provider_refused',
    detail: 'urn:oasis:names:tc:SAML:2.0:status:Responder',
  });
});
