const clr = 'https://purl.imsglobal.org/spec/vc/clr/vocab.html#';
const aliases = { id: '@id', type: '@type' };
const set = { '@container': '@set' };
const uri = { '@type': 'xsd:anyURI' };

/**
 * The JSON-LD context of Comprehensive Learner Record 2.0, because no package has it: its three
 * classes and their members, by their places in the vocabulary. The test vector of the Open Badges
 * 3.0 implementation guide is hashed with it.
 */
export const clrContext = {
  '@context': {
    ...aliases,
    ClrCredential: { '@id': `${clr}ClrCredential`, '@context': aliases },
    ClrSubject: {
      '@id': `${clr}ClrSubject`,
      '@context': {
        ...aliases,
        cred: 'https://www.w3.org/2018/credentials#',
        obi: 'https://purl.imsglobal.org/spec/ob/v3p0/vocab.html#',
        achievement: { '@id': `${clr}achievement`, '@type': 'obi:Achievement', ...set },
        association: { '@id': `${clr}association`, '@type': `${clr}Association`, ...set },
        verifiableCredential: {
          ...{ '@id': `${clr}verifiableCredential`, '@type': 'cred:verifiableCredential' },
          ...set,
        },
      },
    },
    Association: {
      '@id': `${clr}Association`,
      '@context': {
        associationType: { '@id': `${clr}AssociationType` },
        sourceId: { '@id': `${clr}sourceId`, ...uri },
        targetId: { '@id': `${clr}targetId`, ...uri },
      },
    },
  },
};

/** Addresses of the context's versions. */
export const clrContextAddresses = [
  'https://purl.imsglobal.org/spec/clr/v2p0/context.json',
  'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json',
];
