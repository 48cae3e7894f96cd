import { createFinding } from '../../shared/finding.ts';
import type { Json } from '../../shared/read.ts';
import type { ReadDocument } from '../../shared/reader.ts';
import { assertMoment } from '../../shared/reader.ts';
import type { RecipientEmail } from '../../shared/recipient.ts';
import { createStatusLists, type UnpackTurn } from '../status-list.ts';
import { isForOneUse } from './check-presentation.ts';
import { bundled, type Contexts } from './contexts.ts';
import type { Digest, HashName } from './digest.ts';
import type { SelectiveDisclosure } from './disclosure.ts';
import { MAX_ENDORSEMENTS, verifyEndorsements } from './endorsements.ts';
import { open, type ParsedDocument, type ParseFailure } from './open.ts';
import {
  type CredentialVerdict,
  type DocumentSetting,
  MAX_CREDENTIALS,
  toVerdict,
  verifyOpened,
} from './verify-opened.ts';

export type VerifyCredentialOptions = {
  /** The credential: JSON with a proof, a compact JWS, an envelope, or a presentation. */
  source: string;
  /** Checks that it was issued to this address, or to one of these. */
  email?: RecipientEmail | undefined;
  /** Epoch milliseconds. */
  now: number;
  /**
   * Reads keys, status lists and related resources. JWTs are returned as text. The reader decides
   * which addresses are allowed.
   */
  read: ReadDocument;
  /**
   * The challenge that a signed presentation must have been made for. Not checked if omitted. With
   * a challenge or a domain, anything but a signed presentation is invalid.
   */
  challenge?: string | undefined;
  /** The domain that a presentation must have been made for. Not checked if omitted. */
  domain?: string | undefined;
  /** Further contexts by address. */
  contexts?: Contexts | undefined;
  /** Hashes documents. Defaults to hashing in this thread. */
  digest?: ((document: Json, hash: HashName) => Promise<Digest>) | undefined;
  /** Parses ecdsa-sd-2023 proofs, which hashes several times. Defaults to this thread. */
  disclose?: ((document: Json, proof: Json) => Promise<SelectiveDisclosure>) | undefined;
  /** Runs the decompression of each status list. Defaults to running it at once. */
  unpack?: UnpackTurn | undefined;
};

/**
 * Verifies an Open Badges 3.0 credential (§OpenBadgeCredential Verification): shape, signature, the
 * issuer's key, dates, status, related resources and, on request, the recipient. Unwraps
 * presentations and envelopes, and verifies the credentials in a learner record and the endorsements
 * in them, in at most 5 seconds. Throws only what `read` throws for a credential itself, and for an
 * invalid `now`. Anything that can't be checked is `unknown`, which is not `valid`. Refresh services
 * and JSON schemas aren't checked.
 */
export async function verifyCredential({
  source,
  ...options
}: VerifyCredentialOptions): Promise<CredentialVerdict> {
  assertMoment(options.now);
  return verifyParsed(open(source), options);
}

/** Like `verifyCredential`, for a text parsed by {@link open}. */
export async function verifyParsed(
  opened: ParsedDocument | ParseFailure,
  { now, read, email, challenge, domain, ...options }: Omit<VerifyCredentialOptions, 'source'>,
): Promise<CredentialVerdict> {
  const contexts = new Map([...bundled, ...(options.contexts ?? [])]);
  const setting: DocumentSetting = {
    ...{ now, read, email, challenge, domain, contexts },
    digest: options.digest ?? (await loadDigest(contexts)),
    disclose: options.disclose ?? loadDisclosure(contexts),
    statusLists: createStatusLists(options.unpack),
    // One more, for the record that contains them.
    budget: { credentials: MAX_CREDENTIALS + 1, endorsements: MAX_ENDORSEMENTS },
    genuine: [],
  };
  const verified = await verifyOpened(opened, setting);
  await verifyEndorsements(setting);
  if (isForOneUse(setting) && !verified.report.has('presentation'))
    verified.report.add('presentation', createFinding('invalid', 'presentation_missing'));
  return toVerdict(verified);
}

/** Loads the JSON-LD processor lazily. */
async function loadDigest(
  contexts: Contexts,
): Promise<NonNullable<VerifyCredentialOptions['digest']>> {
  const { hashDocument } = await import('./digest.ts');
  return (document, hash) => hashDocument(document, hash, contexts);
}

/** Loaded lazily: few credentials have such proofs. */
function loadDisclosure(contexts: Contexts): NonNullable<VerifyCredentialOptions['disclose']> {
  return async (document, proof) =>
    (await import('./disclosure.ts')).verifyDisclosure(document, proof, contexts);
}
