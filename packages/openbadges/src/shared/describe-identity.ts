import type { ProvenBy } from './found.ts';

/** A sentence in parts, so that a page can emphasize the subject. */
export type IdentityParts = { before: string; subject: string; path: string; after: string };

export function identityParts(provenBy: ProvenBy): IdentityParts {
  switch (provenBy.by) {
    case 'did:key':
      return bareKey('Signed by the key ', `did:key:${provenBy.key}`);
    case 'jwk':
      return bareKey('Signed by the key with the thumbprint ', provenBy.thumbprint);
    case 'did:web':
      return signedBy(provenBy, ' (did:web).');
    case 'https-key':
      return signedBy(provenBy, ' (key at this address).');
    case 'hosted':
      return describeHost(provenBy);
    default:
      // A newer service may return kinds that this version doesn't know.
      return {
        ...{ before: 'Proven by ', subject: (provenBy as { by: string }).by, path: '', after: '.' },
      };
  }
}

function bareKey(before: string, subject: string): IdentityParts {
  return { before, subject, path: '', after: '. No website vouches for this key.' };
}

function signedBy(
  { host, path = '' }: { host: string; path?: string | undefined },
  after: string,
): IdentityParts {
  return { before: 'Signed by ', subject: host, path: shorten(path), after };
}

function describeHost({
  host,
  assertionHost,
  encrypted,
}: Extract<ProvenBy, { by: 'hosted' }>): IdentityParts {
  const behalf = assertionHost === undefined ? '' : ` on behalf of ${host}`;
  const warning = encrypted ? '' : ', without encryption (http)';
  const subject = assertionHost ?? host;
  return { before: 'Hosted at ', subject, path: '', after: `${behalf}${warning}.` };
}

/** Maximum number of characters of a path to show. A path may be as long as a document. */
const MAX_PATH_LENGTH = 200;

function shorten(path: string): string {
  return path.length <= MAX_PATH_LENGTH ? path : `${path.slice(0, MAX_PATH_LENGTH)}…`;
}

/**
 * Returns one sentence for people: who signed or hosts the credential. Leaves out everything that
 * is only claimed.
 */
export function describeIdentity(provenBy: ProvenBy): string {
  const { before, subject, path, after } = identityParts(provenBy);
  return before + subject + path + after;
}
