// The credential of the implementation guide's “Linked Data Proof Test Vector for Comprehensive
// Learner Record 2.0”, rebuilt from the guide.
import type { Json } from '../../src/shared/read.ts';

const university = { id: 'https://example.edu/issuers/565049', type: 'Profile' };
const named = { ...university, name: 'Example University' };
const learner = 'did:example:ebfeb1f712ebc6f1c276e12ec21';
const [firstId, secondId] = ['a7467ef6', 'dd887f0a'].map(
  (each) => `${each}-56cb-11ec-bf63-0242ac130002`,
);
const contexts = {
  ...{ v2: 'https://www.w3.org/ns/credentials/v2' },
  clr: 'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json',
  openBadges: 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  extensions: 'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
};
const { v2, clr, openBadges, extensions } = contexts;
const schema = (id: string): Json[] => [
  { id: `https://purl.imsglobal.org/spec/${id}`, type: '1EdTechJsonSchemaValidator2019' },
];
const method = `${university.id}#z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi`;
const proof = {
  ...{ type: 'DataIntegrityProof', created: '2010-01-01T19:23:24Z', verificationMethod: method },
  ...{ cryptosuite: 'eddsa-rdfc-2022', proofPurpose: 'assertionMethod' },
};

const achievement = (uuid: string | undefined, name: string): Json => ({
  ...{ id: `urn:uuid:${uuid}`, type: 'Achievement', creator: university, name },
  criteria: { id: `https://example.edu/achievements/${uuid}/criteria` },
  description: name,
  image: { id: 'https://example.edu/achievements/sample.png', type: 'Image' },
});

const badge: Json = {
  '@context': [v2, openBadges, extensions],
  id: 'urn:uuid:91537dba-56cb-11ec-bf63-0242ac130002',
  type: ['VerifiableCredential', 'AchievementCredential'],
  issuer: named,
  validFrom: '2010-01-01T00:00:00Z',
  name: 'Example University Degree',
  credentialSubject: {
    ...{ id: learner, type: 'AchievementSubject' },
    achievement: achievement(firstId, 'Achievement 1'),
  },
  credentialSchema: schema('ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json'),
  proof: [
    {
      ...proof,
      proofValue:
        'z45QnLySMt2mWuW787G6cf3SLkP97ZkMZxLeXH5yaaTQPCtTup4GCV95tU8HEnQJSyGCokSj3AvUhmJtvveTmN4Vu',
    },
  ],
};

/** The record without its proof. */
export const record: Json = {
  '@context': [v2, clr, openBadges, extensions],
  id: 'http://example.edu/credentials/3732',
  type: ['VerifiableCredential', 'ClrCredential'],
  issuer: named,
  validFrom: '2010-01-01T00:00:00Z',
  name: 'Sample Transcript',
  credentialSubject: {
    ...{ id: learner, type: 'ClrSubject', verifiableCredential: [badge] },
    achievement: [achievement(firstId, 'Achievement 1'), achievement(secondId, 'Achievement 2')],
    association: [
      {
        ...{ type: 'Association', associationType: 'isParentOf' },
        ...{ sourceId: `urn:uuid:${firstId}`, targetId: `urn:uuid:${secondId}` },
      },
    ],
  },
  credentialSchema: schema('clr/v2p0/schema/json/clr_v2p0_clrcredential_schema.json'),
};

/** The guide's proof of the record. */
export const recordProof: Json = {
  ...proof,
  proofValue:
    'zF52sU1nfPAjcwCqtgxPNSor6SJnAzRBwZW5VNQXPt8xXCHkd39sgqj32DnMjhFCzbyHsLkhQ8HpBqQTkMgXy329',
};
/** SHA-256 of the record's canonical N-Quads. */
export const recordHash = '768d7015ae69e0210e1c2a45194d9c1d15d7a6022e52b946574a2a27f6fa85fe';
/**
 * Documents at the address where the issuer publishes the key that signs the credential in the
 * record.
 */
export const recordWeb: Json = {
  [university.id]: {
    id: university.id,
    verificationMethod: [
      {
        ...{ id: method, type: 'Multikey', controller: university.id },
        publicKeyMultibase: method.split('#')[1],
      },
    ],
    assertionMethod: [method],
  },
};
