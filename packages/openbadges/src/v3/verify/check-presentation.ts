import { all, allTexts, first, firstText, isObject, type Json } from '../../shared/read.ts';
import { type HolderKey, readHolderKey } from '../holder.ts';
import { createStatusLists } from '../status-list.ts';
import { checkProofs, type ProofResult } from './check-proof.ts';
import { bundled } from './contexts.ts';
import type { Digest, HashName } from './digest.ts';
import type { VerificationSetting } from './find-key.ts';
import { getDocumentKind } from './form.ts';
import type { ParsedDocument } from './open.ts';
import { checkJwt } from './prove.ts';
import type { Finding } from './report.ts';
import { findPresentationErrors } from './shape-kinds.ts';

/** Checks who presents the credentials. The credentials themselves are verified separately. */
export async function checkPresentation(
  opened: ParsedDocument,
  setting: VerificationSetting,
): Promise<Finding> {
  const { document, jwt } = opened;
  const errors = findPresentationErrors(document);
  if (errors.length > 0)
    return {
      outcome: 'invalid',
      message: `The presentation ${errors.map(({ message, section }) => `${message} (${section})`).join('; ')}.`,
    };
  if (!jwt && document.proof === undefined)
    return isForOneUse(setting)
      ? { outcome: 'invalid', message: 'The presentation isn’t signed for this verifier.' }
      : {
          outcome: 'valid',
          message: 'The presentation isn’t signed, so it doesn’t show who presents it.',
        };
  const error = findUseError(opened, setting);
  if (error) return { outcome: 'invalid', message: error };
  const { proof, issuer } = await proveHolder(opened, setting);
  for (const { outcome, message } of [proof, issuer])
    if (outcome !== 'valid')
      return { outcome, message: `The presentation can’t be trusted: ${message}` };
  return { outcome: 'valid', message: `The presentation was signed by ${getHolder(opened)}.` };
}

/** True if the verifier asks for a presentation that was made for it. */
export function isForOneUse({
  challenge,
  domain,
}: Pick<VerificationSetting, 'challenge' | 'domain'>): boolean {
  return challenge !== undefined || domain !== undefined;
}

function proveHolder(
  opened: ParsedDocument,
  { contexts, ...setting }: VerificationSetting,
): Promise<ProofResult> {
  const { document, jwt } = opened;
  // Some wallets sign presentations with the proof purpose `assertionMethod`.
  const isClaim = all(document.proof).some(
    (proof) => isObject(proof) && proof.proofPurpose === 'assertionMethod',
  );
  const search = {
    ...setting,
    issuer: getHolder(opened),
    purpose: isClaim ? ('assertionMethod' as const) : ('authentication' as const),
  };
  return jwt ? checkJwt(jwt, document, search) : checkProofs(document, contexts, search);
}

/** Returns the holder that the document names, or else the owner of the key that signed it. */
export function getHolder({ document, jwt }: ParsedDocument): string {
  const proof = first(document.proof);
  const method = jwt ? jwt.header.kid : isObject(proof) ? proof.verificationMethod : undefined;
  return firstText(document.holder) ?? allTexts(method).join().split('#')[0] ?? '';
}

/**
 * A presentation is made for one verifier and one occasion (Data Integrity §2.1 `domain`,
 * `challenge`; RFC 7519 `aud`, `nonce`).
 */
function findUseError(
  { document, jwt }: ParsedDocument,
  { now, challenge, domain }: VerificationSetting,
): string | undefined {
  const proofs = all(document.proof).filter(isObject);
  // Every proof, because one that can't be checked here could name any challenge.
  const has = (name: string, claim: string, expected: string | undefined): boolean =>
    expected === undefined ||
    (jwt
      ? all(jwt.payload[claim]).includes(expected)
      : proofs.every((proof) => all(proof[name]).includes(expected)));
  if (!has('challenge', 'nonce', challenge))
    return 'The presentation was created for another challenge.';
  if (!has('domain', 'aud', domain)) return 'The presentation was created for another verifier.';
  const { exp, nbf } = jwt?.payload ?? ({} as Json);
  if (exp !== undefined && !(Number(exp) * 1_000 > now)) return 'The presentation has expired.';
  return nbf !== undefined && !(Number(nbf) * 1_000 <= now)
    ? 'The presentation isn’t valid yet.'
    : undefined;
}

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
      ...{ statusLists: createStatusLists(), budget: { credentials: 0, endorsements: 0 } },
      read: async () => ({ outcome: 'unknown', problem: 'isn’t read' }),
      disclose: async () => 'unexplained',
    },
  );
  return outcome === 'valid' ? holder : undefined;
}
