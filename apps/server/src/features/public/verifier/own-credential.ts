import type { Verdict } from '@insignia/openbadges/either';
import { findPublishedCredential, type PublishedCredential } from '../store.ts';
import type { VerifyDeps } from './deps.ts';
import { parseOwnCredentialUrl } from './rules.ts';

/**
 * The credential of this service that was verified. Anyone can write an address of ours into a document as its `id`, so the address
 * alone is not enough: the document was read here, or the credential's own issuer signed it.
 */
export async function findOwnCredential(
  { db, urls }: Pick<VerifyDeps, 'db' | 'urls'>,
  { edition, found: { id, issuer } }: Pick<Verdict, 'edition' | 'found'>,
): Promise<PublishedCredential | undefined> {
  const own = id === undefined ? undefined : parseOwnCredentialUrl(id, urls.base);
  if (!own || own.edition !== edition) return undefined;
  const by = issuer?.provenBy?.by;
  // A hosted assertion is always read at its id, which for an address of ours means here.
  const isHosted = edition === '2.0' && by === 'hosted';
  if (!isHosted && by !== 'did:web') return undefined;
  const credential = await findPublishedCredential(db, own.guid);
  const isSignedByItsIssuer = credential && issuer?.id === urls.did(credential.issuerId);
  return isHosted || isSignedByItsIssuer ? credential : undefined;
}
