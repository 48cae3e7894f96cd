import type { Contexts } from '@insignia/openbadges/v3/verify';

const vocabulary = 'https://www.w3.org/ns/credentials/examples#';

/**
 * Contexts of the suites' examples. They map every word to itself, so the verifier doesn't bundle
 * them.
 */
export const conformanceContexts: Contexts = new Map(
  [
    'https://www.w3.org/ns/credentials/examples/v2',
    'https://www.w3.org/2018/credentials/examples/v1',
  ].map((address) => [address, { '@context': { '@vocab': vocabulary } }]),
);
