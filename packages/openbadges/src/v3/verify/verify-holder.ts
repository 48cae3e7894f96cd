import { all, firstText, isObject, type Json } from '../../shared/read.ts';
import { type HolderKey, readHolderKey } from '../holder.ts';
import { checkPresentation } from './check-presentation.ts';
import { bundled } from './contexts.ts';
import type { Digest, HashName } from './digest.ts';
import { getDocumentKind } from './form.ts';

export type VerifyHolderOptions = {
  /** From the request that the presentation answers. */
  challenge: string;
  domain: string;
  /** Epoch milliseconds. */
  now: number;
  /** Hashes documents, for example with `hashDocument`. */
  digest: (document: Json, hash: HashName) => Promise<Digest>;
};

/**
 * Verifies the response to a DID authentication request (VCALM 1.0, §The DID Authentication Response
 * Format): a presentation with one proof by its holder, a did:key of Ed25519 or P-256, for this
 * challenge and domain. Returns the holder, or undefined. Fetches nothing, and doesn't verify
 * credentials in the presentation.
 */
export async function verifyHolder(
  presentation: unknown,
  { challenge, domain, now, digest }: VerifyHolderOptions,
): Promise<HolderKey | undefined> {
  if (!isObject(presentation) || getDocumentKind(presentation) !== 'presentation') return undefined;
  const [proof, ...more] = all(presentation.proof);
  if (!isObject(proof) || more.length > 0) return undefined;
  const { proofPurpose, verificationMethod } = proof;
  const holder = readHolderKey({ kid: verificationMethod });
  const isNamed = holder !== undefined && firstText(presentation.holder) === holder.did;
  if (!isNamed || proofPurpose !== 'authentication') return undefined;
  const { outcome } = await checkPresentation(
    { document: presentation },
    {
      ...{ challenge, domain, now, digest, contexts: bundled, email: undefined },
      ...{ budget: { credentials: 0, endorsements: 0 } },
      read: async () => ({ outcome: 'unknown', problem: 'isn’t read' }),
      disclose: async () => 'unexplained',
    },
  );
  return outcome === 'valid' ? holder : undefined;
}
