// Shapes that other verifiers reject, each named after the file or test it comes from: “1EdTech” is
// digital-credentials-public-validator, “W3C” is vc-data-model-2.0-test-suite. The documents are
// our own, and correctly signed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../src/shared/read.ts';
import { credentialDocument } from '../src/v3/index.ts';
import { ordinary } from './support/facts.ts';
import { signJson } from './support/sign-any.ts';
import { judge, outcomes, school } from './support/world.ts';

const document = credentialDocument(ordinary({ subject: { id: 'urn:uuid:1' } }));
const subject = document.credentialSubject as Json;
const achievement = subject.achievement as Json;
const issuer = document.issuer as Json;
const other = { id: 'https://a.example', type: ['Profile'], name: 'Other' };
const entry = { type: 'IdentifierEntry', identifier: '1', identifierType: 'sourcedId' };
const about = (more: Json): Json => ({ credentialSubject: { ...subject, ...more } });
const achieved = (more: Json): Json => about({ achievement: { ...achievement, ...more } });
const issuedBy = (more: Json): Json => ({ issuer: { ...issuer, ...more } });
const service = { id: 'https://a.example/refresh', type: '1EdTechCredentialRefresh' };
const schema = { id: 'https://a.example/schema.json', type: '1EdTechJsonSchemaValidator2019' };

const good: [title: string, more: Json][] = [
  ['nothing more', {}],
  ['otherIdentifier and parentOrg', issuedBy({ otherIdentifier: [entry], parentOrg: other })],
  ['source and creator', { ...achieved({ creator: other }), ...about({ source: other }) }],
  ['refreshService and credentialSchema', { refreshService: service, credentialSchema: [schema] }],
  ['an address', issuedBy({ address: { type: ['Address'], geo: { type: 'GeoCoordinates' } } })],
  ['termsOfUse', { termsOfUse: { type: 'https://a.example/Terms' } }],
  ['a name in a language', { name: { '@value': 'Marin', '@language': 'fr', '@direction': 'ltr' } }],
  [
    'a name in languages',
    { name: [{ '@value': 'Marin', '@language': 'fr' }, { '@value': 'Sailor' }] },
  ],
];

const bad: [title: string, section: string, more: Json][] = [
  ['1EdTech simple-err-issuer-type', 'OB Profile', issuedBy({ type: ['InvalidProfile'] })],
  [
    '1EdTech simple-err-issuer-otheridentifier-type',
    'OB IdentifierEntry',
    issuedBy({ otherIdentifier: [entry, { ...entry, type: 'Entry' }] }),
  ],
  [
    'otherIdentifier of an achievement',
    'OB IdentifierEntry',
    achieved({ otherIdentifier: [{ type: 'IdentifierEntry' }] }),
  ],
  [
    '1EdTech simple-err-issuer-parentorg-type',
    'OB Profile',
    issuedBy({ parentOrg: { ...other, type: 'Organization' } }),
  ],
  [
    'a parent of a parent',
    'OB Profile',
    issuedBy({ parentOrg: { ...other, parentOrg: { name: 'x' } } }),
  ],
  [
    '1EdTech simple-err-credential-subject-profile-type',
    'OB Profile',
    about({ source: { ...other, type: 'InvalidProfile' } }),
  ],
  ['a creator without a type', 'OB Profile', achieved({ creator: { id: 'https://a.example' } })],
  ['1EdTech simple-err-issuer', 'VC 4.7', { issuer: undefined }],
  ['W3C credential-issuer-no-url-fail', 'VC 4.7', { issuer: 'issuer' }],
  ['W3C credential-issuer-object-id-no-url-fail', 'VC 4.7', issuedBy({ id: 'issuer' })],
  ['an issuer with a host that is none', 'VC 4.7', issuedBy({ id: 'https://[::' })],
  ['W3C credential-issuer-null-fail', 'VC 4.7', { issuer: null }],
  [
    '1EdTech endorsement-err-schema-status-refresh',
    'OB RefreshService',
    { refreshService: { id: service.id } },
  ],
  [
    'a refreshService without an id',
    'OB RefreshService',
    { refreshService: { type: service.type } },
  ],
  ['W3C credential-refresh-no-type-fail', 'VC 5.4', { refreshService: { id: service.id } }],
  ['W3C credential-schema-no-type-fail', 'VC 4.11', { credentialSchema: { id: schema.id } }],
  [
    'W3C credential-schema-no-id-fail',
    'OB CredentialSchema',
    { credentialSchema: { type: schema.type } },
  ],
  [
    'W3C credential-schema-non-url-id-fail',
    'VC 4.11',
    { credentialSchema: { ...schema, id: 'schema' } },
  ],
  [
    'W3C credential-status-missing-type-fail',
    'VC 4.10',
    { credentialStatus: { id: 'https://a.example' } },
  ],
  ['W3C credential-status-nonurl-id-fail', 'VC 4.10', { credentialStatus: { id: 'a', type: 'A' } }],
  ['W3C credential-termsofuse-no-type-fail', 'VC 5.5', { termsOfUse: { id: 'https://a.example' } }],
  [
    'W3C credential-evidence-missing-type-fail',
    'VC 5.6',
    { evidence: { id: 'https://a.example' } },
  ],
  ['W3C credential-name-extra-prop-en-fail', 'VC 4.6', { name: { '@value': 'a', other: 'b' } }],
  [
    'W3C issuer-description-extra-prop-en-fail',
    'VC 4.6',
    issuedBy({ description: { '@value': 'a', url: 'b' } }),
  ],
  ['W3C credential-validUntil-validFrom-fail', 'VC 4.9', { validUntil: '2020-01-01T00:00:00Z' }],
  ['W3C credential-id-nonidentifier-fail', 'VC 4.4', { id: 'a' }],
  ['W3C credential-id-subject-multi-fail', 'VC 4.4', about({ id: ['urn:uuid:1', 'urn:uuid:2'] })],
  [
    'W3C credential-context-combo4-fail',
    'VC 4.3',
    { '@context': [...(document['@context'] as string[]), 5] },
  ],
];

for (const [title, more] of good)
  test(`a badge with ${title} has the right shape and is valid`, async () => {
    const verdict = await judge(await signJson({ ...document, ...more } as Json));
    assert.equal(outcomes(verdict).shape, 'valid', JSON.stringify(verdict.checks));
  });

for (const [title, section, more] of bad)
  test(`${title}: the shape is invalid by ${section}, despite a valid signature`, async () => {
    const signed = await signJson(JSON.parse(JSON.stringify({ ...document, ...more })));
    const verdict = await judge(signed, { web: { issuer: school.controllerDocument } });
    const shape = verdict.checks.find(({ check }) => check === 'shape');
    assert.equal(shape?.outcome, 'invalid');
    assert.ok(shape.message.includes(`(${section})`), shape.message);
    assert.equal(verdict.status, 'invalid');
  });
