import type { Verdict } from '@insignia/openbadges/either';
import { findPublishedCredential, type PublishedCredential } from '../store.ts';
import type { VerifyDeps } from './deps.ts';
import { parseOwnCredentialUrl } from './rules.ts';

/**
 * Returns the credential of this service that was verified. Anyone can put one of our addresses
 * into a document as its `id`, so the address isn't enough: the document must have been read here,
 * or signed by the credential's own issuer.
 */
export async function findOwnCredential(
  { db, urls }: Pick<VerifyDeps, 'db' | 'urls'>,
  { edition, found: { id, issuer } }: Pick<Verdict, 'edition' | 'found'>,
): Promise<PublishedCredential | undefined> {
  const own = id === undefined ? undefined : parseOwnCredentialUrl(id, urls.base);
  if (!own || own.edition !== edition) return undefined;
  const by = issuer?.provenBy?.by;
  // A hosted assertion is always read at its id. If the id is one of our addresses, it is read
  // here.
  const isHosted = edition === '2.0' && by === 'hosted';
  if (!isHosted && by !== 'did:web') return undefined;
  const credential = await findPublishedCredential(db, own.guid);
  const isSignedByItsIssuer = credential && issuer?.id === urls.did(credential.issuerId);
  return isHosted || isSignedByItsIssuer ? credential : undefined;
}
