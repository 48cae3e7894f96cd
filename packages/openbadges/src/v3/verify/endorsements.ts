import { createFinding, type Finding } from '../../shared/finding.ts';
import type { ProvenBy } from '../../shared/found.ts';
import { all, firstText, isObject, type Json } from '../../shared/read.ts';
import type { ReadDocument } from '../../shared/reader.ts';
import { readContents } from './contents.ts';
import type { VerificationSetting } from './find-key.ts';
import { getDocumentKind } from './form.ts';
import type { ParsedDocument, ParseFailure } from './open.ts';
import { getIssuerId } from './shape.ts';
import {
  type DocumentSetting,
  describeFailure,
  type GenuineCredential,
  openInside,
  reportUnread,
  type VerificationResult,
  verifySingle,
} from './verify-opened.ts';

/**
 * Per document. Endorsements have limits and a time of their own, and are verified after all
 * credentials, so that they neither displace nor delay one.
 */
export const MAX_ENDORSEMENTS = 10;
/** For the keys, status lists and resources of all endorsements of a document. */
const MAX_ENDORSEMENT_READS = 10;
const ENDORSEMENT_TIMEOUT_MS = 5_000;

/**
 * Verifies the endorsements of each credential, its achievement and its issuer (Open Badges 3.0
 * §EndorsementCredential). Their results never change the credential's own, so errors of `read` and
 * `digest` are `unknown` here.
 */
export async function verifyEndorsements(setting: DocumentSetting): Promise<void> {
  if (setting.genuine.length === 0) return;
  const time = new AbortController();
  const limited = limitReads({ ...setting, email: undefined }, time.signal);
  const timer = setTimeout(() => time.abort(), ENDORSEMENT_TIMEOUT_MS);
  const isOver = new Promise<undefined>((resolve) => {
    time.signal.addEventListener('abort', () => resolve(undefined));
  });
  const pending = setting.genuine.flatMap(({ document, identity, result }) => {
    const verified = listEndorsements(document).map(async (opened) => {
      const finding = refuseEndorsement(opened, setting);
      if (finding) return reportUnread(finding);
      const endorsement = opened as ParsedDocument;
      const found = await Promise.race([
        verifySingle(endorsement, 'endorsement', limited, 0, undefined).catch(() => undefined),
        isOver,
      ]);
      return describeEndorsement(endorsement.document, found, { document, identity });
    });
    return verified.length === 0
      ? []
      : Promise.all(verified).then((all) => {
          result.endorsements = all;
        });
  });
  await Promise.all(pending);
  clearTimeout(timer);
}

/** Includes one more than the limit, so that an excess is reported. */
function listEndorsements(document: Json): (ParsedDocument | ParseFailure)[] {
  const subject = isObject(document.credentialSubject) ? document.credentialSubject : {};
  return [document, subject.achievement, document.issuer]
    .filter(isObject)
    .flatMap(({ endorsement, endorsementJwt }) => [...all(endorsement), ...all(endorsementJwt)])
    .slice(0, MAX_ENDORSEMENTS + 1)
    .map(openInside);
}

function refuseEndorsement(
  opened: ParsedDocument | ParseFailure,
  { budget }: VerificationSetting,
): Finding | undefined {
  if ('problem' in opened) return describeFailure('endorsement', opened);
  if (getDocumentKind(opened.document) !== 'endorsement')
    return createFinding('invalid', 'not_an_endorsement');
  return budget.endorsements-- > 0
    ? undefined
    : createFinding('unknown', 'too_many_endorsements', { limit: MAX_ENDORSEMENTS });
}

/** Reads each address once. Hashes in turn, because verifiers may queue or refuse parallel hashes. */
function limitReads(setting: DocumentSetting, signal: AbortSignal): DocumentSetting {
  const answers = new Map<string, ReturnType<ReadDocument>>();
  let turn: Promise<unknown> = Promise.resolve();
  const takeTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const result = turn.then(() => {
      signal.throwIfAborted();
      return run();
    });
    turn = result.catch(() => undefined);
    return result;
  };
  return {
    ...setting,
    digest: (...input) => takeTurn(() => setting.digest(...input)),
    disclose: (...input) => takeTurn(() => setting.disclose(...input)),
    read: async (url) => {
      const known = answers.get(url);
      if (known) return known;
      if (signal.aborted || answers.size >= MAX_ENDORSEMENT_READS)
        return { outcome: 'unknown', problem: `wasn’t read, to limit the time: ${url}` };
      const answer = setting.read(url);
      answers.set(url, answer);
      return answer;
    },
  };
}

/** Adds what the endorsement is about, to the result or to a report that there is none. */
function describeEndorsement(
  endorsement: Json,
  verified: VerificationResult | undefined,
  endorsed: Omit<GenuineCredential, 'result'>,
): VerificationResult {
  const { report, found } = verified ?? {
    ...reportUnread(createFinding('unknown', 'endorsement_too_slow')),
    found: readContents(endorsement, undefined),
  };
  const { credentialSubject } = endorsement;
  const about = isObject(credentialSubject) ? firstText(credentialSubject.id) : undefined;
  report.add('subject', checkEndorsed(about, endorsed));
  return { report, found: { ...found, ...(about !== undefined && { about }) } };
}

/**
 * The signer chooses the ids of the credential and its achievement, so anyone can choose the id
 * that someone else's endorsement is about. Only ids that belong to the proven issuer count. A
 * `urn:uuid` belongs to nobody, even if it's the credential's own id: Open Badges 3.0 compares
 * nothing (§EndorsementCredential Verification), and an endorsement can't contain a digest of the
 * credential that embeds it.
 */
function checkEndorsed(
  about: string | undefined,
  { document, identity }: Omit<GenuineCredential, 'result'>,
): Finding {
  const subject = isObject(document.credentialSubject) ? document.credentialSubject : {};
  const ids = [document, subject, subject.achievement].filter(isObject).map(({ id }) => id);
  const issuer = getIssuerId(document);
  const shown = about?.slice(0, MAX_ID_LENGTH);
  if (about === undefined || ![...ids, issuer].includes(about))
    return {
      ...createFinding('invalid', 'endorsement_of_other'),
      message: `The endorsement is about something other than this credential${shown ? `: ${shown}` : ''}.`,
    };
  const values = { id: about.slice(0, MAX_ID_LENGTH) };
  return isOwnId(about, issuer, identity)
    ? createFinding('valid', 'endorsement_of_this', values)
    : createFinding('unknown', 'endorsement_of_unproven', values);
}

/** In characters. An id may be as long as a document. */
const MAX_ID_LENGTH = 300;

/** The issuer's own id, a part of its DID, or an address that its host and path prove. */
function isOwnId(id: string, issuer: string, identity: ProvenBy | undefined): boolean {
  if (id === issuer) return true;
  if (issuer.startsWith('did:') && ['#', '/', '?'].includes(id.charAt(issuer.length)))
    if (id.startsWith(issuer)) return true;
  return identity !== undefined && 'host' in identity && isOnHost(id, identity);
}

/** Other issuers may have other paths on the same host. */
function isOnHost(id: string, identity: { host: string; path?: string | undefined }): boolean {
  if (!/^https:\/\//i.test(id) || !URL.canParse(id)) return false;
  const { host, pathname } = new URL(id);
  if (host !== identity.host) return false;
  const own = identity.path ?? '';
  let end = own.length;
  while (own[end - 1] === '/') end--;
  const path = own.slice(0, end);
  if (path === '' || pathname === path) return true;
  // Some servers read an escaped slash or dot as one.
  return pathname.startsWith(`${path}/`) && !/%(?:2e|2f|5c)/i.test(pathname);
}
