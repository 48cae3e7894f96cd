import { createFinding, type Finding, type PresentationError } from '../../shared/finding.ts';
import {
  all,
  allTexts,
  first,
  firstText,
  isObject,
  type Json,
  type ShapeError,
} from '../../shared/read.ts';
import { type HolderKey, readHolderKey } from '../holder.ts';
import { createStatusLists } from '../status-list.ts';
import { checkProofs, type ProofResult } from './check-proof.ts';
import { bundled } from './contexts.ts';
import type { Digest, HashName } from './digest.ts';
import type { Purpose, VerificationSetting } from './find-key.ts';
import { getDocumentKind } from './form.ts';
import type { ParsedDocument } from './open.ts';
import { checkJwt } from './prove.ts';
import { findPresentationErrors } from './shape-kinds.ts';

/** Checks who presents the credentials. The credentials themselves are verified separately. */
export async function checkPresentation(
  opened: ParsedDocument,
  setting: VerificationSetting,
): Promise<Finding> {
  const { document, jwt } = opened;
  const errors = findPresentationErrors(document);
  if (errors.length > 0) return describeErrors('presentation', errors);
  if (!jwt && document.proof === undefined)
    return isForOneUse(setting)
      ? createFinding('invalid', 'presentation_not_for_us')
      : createFinding('valid', 'presentation_unsigned');
  const error = findUseError(opened, setting);
  if (error) return createFinding('invalid', error);
  const { proof, issuer } = await proveHolder(opened, setting);
  for (const { outcome, message, detail: reason } of [proof, issuer])
    if (outcome !== 'valid')
      return {
        ...createFinding(outcome, 'presentation_untrusted', { reason }),
        message: `The presentation can’t be trusted: ${message}`,
      };
  return createFinding('valid', 'presented_by', { holder: getHolder(opened) });
}

/** `name`: the kind of document, in English. */
export function describeErrors(name: string, errors: ShapeError[]): Finding {
  const sections = [...new Set(errors.map(({ section }) => section))].join(', ');
  const rules = errors.map(({ message, section }) => `${message} (${section})`).join('; ');
  return {
    ...createFinding('invalid', 'rules_broken', { sections }),
    message: `The ${name} ${rules}.`,
  };
}

/** True if the verifier asks for a presentation that was made for it. */
export function isForOneUse({
  challenge,
  domain,
}: Pick<VerificationSetting, 'challenge' | 'domain'>): boolean {
  return challenge !== undefined || domain !== undefined;
}

/** `keyPurpose`: what the holder must allow the key for. By default, what the proof states. */
export function proveHolder(
  opened: ParsedDocument,
  { contexts, ...setting }: VerificationSetting,
  keyPurpose?: Purpose,
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
    keyPurpose,
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
): PresentationError | undefined {
  const proofs = all(document.proof).filter(isObject);
  // Every proof, because one that can't be checked here could name any challenge.
  const has = (name: string, claim: string, expected: string | undefined): boolean =>
    expected === undefined ||
    (jwt
      ? all(jwt.payload[claim]).includes(expected)
      : proofs.every((proof) => all(proof[name]).includes(expected)));
  if (!has('challenge', 'nonce', challenge)) return 'presentation_other_challenge';
  if (!has('domain', 'aud', domain)) return 'presentation_other_verifier';
  const { exp, nbf } = jwt?.payload ?? ({} as Json);
  if (exp !== undefined && !(Number(exp) * 1_000 > now)) return 'presentation_expired';
  return nbf !== undefined && !(Number(nbf) * 1_000 <= now)
    ? 'presentation_not_yet_valid'
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
