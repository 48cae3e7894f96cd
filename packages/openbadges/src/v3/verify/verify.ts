import { assertMoment } from '../../shared/moment.ts';
import type { Json } from '../../shared/read.ts';
import type { ReadDocument } from '../../shared/reader.ts';
import { bundled, type Contexts } from './contexts.ts';
import type { Digest, HashName } from './digest.ts';
import type { Disclosure } from './disclosure.ts';
import { open, type ParsedDocument, type ParseFailure } from './open.ts';
import type { Setting } from './setting.ts';
import type { Verdict } from './verdict.ts';
import { MAX_CREDENTIALS, toVerdict, verifyOpened } from './verify-opened.ts';

export type VerifyOptions = {
  /** The credential as somebody has it: JSON with a proof, a compact JWS, an envelope, or a presentation of credentials. */
  source: string;
  /** Whether it was issued to this address. */
  email?: string | undefined;
  /** Epoch milliseconds. */
  now: number;
  /** Reads keys, status lists and related resources; a JWT comes as text. Which addresses may be asked is for the reader to decide. */
  read: ReadDocument;
  /** The challenge that a presentation must have been made for; not checked when not given. */
  challenge?: string | undefined;
  /** The domain that a presentation must have been made for; not checked when not given. */
  domain?: string | undefined;
  /** Contexts that are known beside those of Open Badges, by their address. */
  contexts?: Contexts | undefined;
  /** Hashes documents; here, when none is given. */
  digest?: ((document: Json, hash: HashName) => Promise<Digest>) | undefined;
  /** Takes proofs by ecdsa-sd-2023 apart, which hashes several times; here, when none is given. */
  disclose?: ((document: Json, proof: Json) => Promise<Disclosure>) | undefined;
};

/**
 * Verifies a credential of Open Badges 3.0 (§OpenBadgeCredential Verification): its shape, its signature, whether the key is its issuer's,
 * its dates, its status, what it refers to by digest and, when asked, the recipient. Presentations and envelopes are unwrapped, and the
 * credentials in a learner record are verified one by one. Throws only what `read` throws, and for a `now` that is no time. What can't
 * be checked is `unknown`, which is not `valid`. Embedded endorsements, refreshing and JSON schemas are not looked at.
 */
export async function verify({ source, ...options }: VerifyOptions): Promise<Verdict> {
  assertMoment(options.now);
  return verifyParsed(open(source), options);
}

/** The same for a text that was parsed already by {@link open}. */
export async function verifyParsed(
  opened: ParsedDocument | ParseFailure,
  { now, read, email, challenge, domain, ...options }: Omit<VerifyOptions, 'source'>,
): Promise<Verdict> {
  const contexts = new Map([...bundled, ...(options.contexts ?? [])]);
  const setting: Setting = {
    ...{ now, read, email, challenge, domain, contexts },
    digest: options.digest ?? (await here(contexts)),
    disclose: options.disclose ?? disclosedHere(contexts),
    budget: { credentials: MAX_CREDENTIALS },
  };
  return toVerdict(await verifyOpened(opened, setting));
}

/** Loads the JSON-LD processor only for those who use it. */
async function here(contexts: Contexts): Promise<NonNullable<VerifyOptions['digest']>> {
  const { digestOf } = await import('./digest.ts');
  return (document, hash) => digestOf(document, hash, contexts);
}

/** Few have such proofs, so this is loaded with the first. */
function disclosedHere(contexts: Contexts): NonNullable<VerifyOptions['disclose']> {
  return async (document, proof) =>
    (await import('./disclosure.ts')).disclosureOf(document, proof, contexts);
}
