// The examples of the Open Badges 3.0 specification (§Examples, and the implementation guide's
// §Linked Data Proof Test Vector), rebuilt with the same members and shorter texts.
import type { Json } from '../../src/shared/read.ts';

const v2 = 'https://www.w3.org/ns/credentials/v2';
const openBadges = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
const extensions = 'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json';
const schemas = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json';
const student = 'did:example:ebfeb1f712ebc6f1c276e12ec21';
export const university = 'https://1edtech.edu/issuers/565049';
export const revocations = 'https://1edtech.edu/credentials/3732/revocations';

const image = (id: string, caption: string): Json => ({ id, type: 'Image', caption });
const profile = (id: string, name: string, more: Json = {}): Json => ({
  ...{ id, type: ['Profile'], name },
  ...more,
});
const alignment = (targetName: string, targetType: string, targetUrl: string): Json => ({
  ...{ type: ['Alignment'], targetName, targetType, targetUrl },
  ...{ targetCode: 'project', targetFramework: 'Program and Course Catalog' },
  targetDescription: 'Project description',
});
const project = alignment('Final Project', 'CFItem', 'https://1edtech.edu/catalog/degree/project');
const schema = (id: string): Json => ({ id, type: '1EdTechJsonSchemaValidator2019' });
const oneEdTech = (id: string): Json => ({
  credentialStatus: { id, type: '1EdTechRevocationList' },
  refreshService: { id: 'http://1edtech.edu/credentials/3732', type: '1EdTechCredentialRefresh' },
});
const contact = { url: 'https://1edtech.edu', phone: '1-222-333-4444', email: 'r@1edtech.edu' };

const endorsement = (id: number, by: string, contexts = [v2, openBadges]): Json => ({
  '@context': contexts,
  id: `http://1edtech.edu/endorsementcredential/${id}`,
  type: ['VerifiableCredential', 'EndorsementCredential'],
  name: 'SDE endorsement',
  issuer: profile(by, 'Example Accrediting Agency'),
  validFrom: '2010-01-01T00:00:00Z',
  validUntil: '2030-01-01T00:00:00Z',
  credentialSubject: {
    id: university,
    type: ['EndorsementSubject'],
    endorsementComment: '1EdTech University is in good standing',
  },
});

const organisation = profile(university, '1EdTech University', {
  ...contact,
  description: '1EdTech University provides online degree programs.',
  endorsement: [endorsement(3736, 'https://accrediter.edu/issuers/565049')],
  image: image('https://1edtech.edu/logo.png', '1EdTech University logo'),
  address: {
    type: ['Address'],
    ...{ addressCountry: 'USA', addressCountryCode: 'US', addressRegion: 'TX' },
    ...{ addressLocality: 'Austin', streetAddress: '123 First St', postalCode: '12345' },
    postOfficeBoxNumber: '1',
    geo: { type: 'GeoCoordinates', latitude: 1.0, longitude: 1.0 },
  },
  otherIdentifier: [
    { type: 'IdentifierEntry', identifier: '12345', identifierType: 'sourcedId' },
    { type: 'IdentifierEntry', identifier: '67890', identifierType: 'nationalIdentityNumber' },
  ],
  official: 'Horace Mann',
  parentOrg: profile('did:example:123456789', 'Universal Universities'),
});

const levels = ['d05a0867-d0ad-4b03-bdb5-28fb5d2aab7a', '6b84b429-31ee-4dac-9d20-e5c55881f80e'].map(
  (id, at) => ({
    id: `urn:uuid:${id}`,
    type: ['RubricCriterionLevel'],
    alignment: [project],
    description: 'The author demonstrated...',
    ...{ level: ['Mastered', 'Basic'][at], name: ['Mastery', 'Basic'][at], points: '4' },
  }),
);
const grade = 'urn:uuid:f6ab24cd-86e8-4eaf-b8c6-ded74e8fd41c';
const results = [
  {
    ...{ id: grade, type: ['ResultDescription'], alignment: [project] },
    ...{ allowedValue: ['D', 'C', 'B', 'A'], name: 'Grade', requiredValue: 'C' },
    resultType: 'LetterGrade',
  },
  {
    id: 'urn:uuid:a70ddc6a-4c4a-4bd8-8277-cb97c79f40c5',
    ...{ type: ['ResultDescription'], name: 'Rubric', requiredLevel: levels[0]?.id },
    ...{ resultType: 'RubricCriterionLevel', rubricCriterionLevel: levels },
  },
];

const degree = {
  ...{ id: 'https://1edtech.edu/achievements/degree', type: ['Achievement'] },
  alignment: [
    alignment('Degree', 'CFItem', 'https://1edtech.edu/catalog/degree'),
    alignment('Degree', 'CTDL', 'https://credentialengineregistry.org/resources/ce-98cb027b'),
  ],
  ...{ achievementType: 'Degree', creator: organisation, creditsAvailable: 36.5 },
  criteria: { id: 'https://1edtech.edu/achievements/degree', narrative: '# Requirements\n...' },
  description: '1EdTech University Degree Description',
  endorsement: [endorsement(3734, 'https://accrediter.edu/issuers/565049')],
  ...{ fieldOfStudy: 'Research', humanCode: 'R1', name: '1EdTech University Degree' },
  image: image('https://1edtech.edu/achievements/degree/image', '1EdTech University Degree'),
  otherIdentifier: [{ type: 'IdentifierEntry', identifier: 'abde', identifierType: 'identifier' }],
  resultDescription: results,
  ...{ specialization: 'Computer Science Research', tag: ['research', 'computer science'] },
};

const credential = (issuer: Json, subject: Json, more: Json = {}): Json => ({
  '@context': [v2, openBadges],
  id: 'http://1edtech.edu/credentials/3732',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  name: 'Example University Degree',
  issuer,
  validFrom: '2010-01-01T00:00:00Z',
  credentialSubject: { id: student, type: ['AchievementSubject'], ...subject },
  ...more,
});
const about = (id: string, name: string, more: Json = {}): Json => ({
  achievement: {
    ...{ id, type: ['Achievement'], name, description: `What ${name} is` },
    criteria: { narrative: 'What has to be shown' },
    ...more,
  },
});

/** Examples of §Examples by title. None of them has a proof. */
export const examples: Record<string, Json> = {
  'Sample OpenBadgeCredential': credential(
    profile('https://example.com/issuers/876543', 'Example Corp'),
    about('https://example.com/achievements/21st-century-skills/teamwork', 'Teamwork'),
  ),
  'Complete OpenBadgeCredential': credential(
    organisation,
    {
      ...{ activityEndDate: '2010-01-02T00:00:00Z', activityStartDate: '2010-01-01T00:00:00Z' },
      ...{ creditsEarned: 42.5, licenseNumber: 'A-9320041', role: 'Major Domo', term: 'Fall' },
      source: profile('https://school.edu/issuers/201234', '1EdTech College of Arts'),
      identifier: ['student@1edtech.edu', 'somebody@gmail.com'].map((identityHash) => ({
        ...{ type: 'IdentityObject', identityHash, identityType: 'emailAddress' },
        ...{ hashed: false, salt: 'not-used' },
      })),
      achievement: degree,
      image: image('https://1edtech.edu/credentials/3732/image', 'Degree for Example Student'),
      narrative: 'There is a final project report and source code evidence.',
      result: [
        { type: ['Result'], alignment: [project], resultDescription: grade, value: 'A' },
        { type: ['Result'], achievedLevel: levels[0]?.id, resultDescription: results[1]?.id },
        { type: ['Result'], resultDescription: grade, status: 'Completed' },
      ],
    },
    {
      '@context': [v2, openBadges, extensions],
      description: '1EdTech University Degree Description',
      image: image('https://1edtech.edu/credentials/3732/image', 'Degree for Example Student'),
      endorsement: [endorsement(3735, 'https://accrediter.edu/issuers/565049')],
      evidence: [
        {
          ...{ id: 'https://1edtech.edu/credentials/3732/evidence/1', type: ['Evidence'] },
          ...{ narrative: '# Final Project Report \n ...', name: 'Final Project Report' },
          ...{
            description: 'The final project report.',
            genre: 'Research',
            audience: 'Department',
          },
        },
      ],
      validUntil: '2030-01-01T00:00:00Z',
      credentialSchema: [schema(`${schemas}/ob_v3p0_achievementcredential_schema.json`)],
      ...oneEdTech(revocations),
    },
  ),
  'Achievement alignment (CASE)': credential(
    profile('https://example.edu/issuers/565049', 'Example University'),
    about('https://1edtech.edu/achievements/1', 'Text analysis', { alignment: [project] }),
  ),
  'Achievement alignment (Credential Engine)': credential(
    profile('https://example.edu/issuers/565049', 'Example University'),
    about('https://1edtech.edu/achievements/1', 'Text analysis', {
      alignment: [
        alignment(
          'Requirements',
          'ceterms:Credential',
          'https://credentialfinder.org/credential/1',
        ),
      ],
    }),
  ),
  'Skill Assertion (CASE)': credential(
    profile(university, '1EdTech University', contact),
    about('https://example.com/achievements/robotics/robot-programming', 'Robot Programming', {
      ...{ achievementType: 'Competency', alignment: [project] },
      creator: profile('https://example.com/issuers/123767', 'Example Industry Group'),
    }),
    {
      '@context': [v2, openBadges, extensions],
      evidence: [{ id: 'https://github.com/somebody/project', type: ['Evidence'], name: 'Code' }],
      credentialSchema: [schema(`${schemas}/ob_v3p0_achievementcredential_schema.json`)],
    },
  ),
  'Skill Assertion (Credential Registry)': credential(
    profile(university, '1EdTech University', contact),
    about('https://example.com/achievements/math/linear-1', 'Linear equations', {
      achievementType: 'Competency',
      alignment: [
        alignment('Solve', 'ceasn:Competency', 'https://credentialfinder.org/competency/1'),
      ],
    }),
    { '@context': [v2, openBadges, extensions] },
  ),
};

/** A credential, but not a badge. */
export const sampleEndorsement: Json = {
  ...endorsement(3732, 'https://state.gov/issuers/565049', [v2, openBadges, extensions]),
  credentialSchema: [schema(`${schemas}/ob_v3p0_endorsementcredential_schema.json`)],
  ...oneEdTech('https://state.gov/credentials/3732/revocations'),
};

/**
 * The implementation guide's test vector: the published seed of its private key, and the expected
 * results.
 */
export const vector = {
  seed: '6241a409e6707bb640a0140a8a32bc3d193c33a661747284d6adfa4ed4180be4',
  issuer: 'https://example.edu/issuers/565049',
  publicKeyMultibase: 'z6MkjZRZv3aez3r18pB1RBFJR1kwUVJ5jHt92JmQwXbd5hwi',
  created: new Date('2010-01-01T19:23:24Z'),
  facts: {
    ...{ id: 'http://example.com/credentials/3527', name: 'Teamwork Badge' },
    issuer: {
      id: 'https://example.edu/issuers/565049',
      ...{ name: 'Example Corp', url: 'https://www.imsglobal.org' },
    },
    validFrom: new Date('2010-01-01T00:00:00Z'),
    subject: { id: student },
    achievement: {
      id: 'https://example.com/achievements/21st-century-skills/teamwork',
      name: 'Teamwork',
      description:
        'This badge recognizes the development of the capacity to collaborate within a group environment.',
      criteria: {
        narrative:
          'Team members are nominated for this badge by their peers and recognized upon review by Example Corp management.',
      },
    },
  },
  documentHash: '87f65a76d40146205e3b3e06cb0fbd153f97f9ce70372390f52566bb7f9e0773',
  proofValue:
    'z5x9aCBYovW3CQCbKdNyhEm7ffYSw1YpEdPywQJoNbzDD2gkzQDKJ1sYKJaWvqZtkMtSbz35HcbgXVEDYHxCzgkCr',
};
