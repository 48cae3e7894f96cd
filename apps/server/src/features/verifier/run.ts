import type { Answer, ReadDocument } from '@insignia/openbadges';
import { type Verdict, type VerifyEitherOptions, verifyEither } from '@insignia/openbadges/either';
import type { Clock } from '../../kernel/clock.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { leaveBodyPlace } from '../../platform/limits/call-context.ts';
import type { MainThreadTurns, Turn } from '../../platform/limits/main-thread.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import {
  findErasedCredentials,
  findPublishedCredential,
  type PublishedCredential,
} from '../published/index.ts';
import { findByShortCode } from '../short-codes/index.ts';
import type { Digester } from './digester.ts';
import type { DocumentMemory, KeptDocuments } from './document-memory.ts';
import type { FileText, Json, PdfDocument, PdfError } from './jobs.ts';
import { addPrintedCheck, type FileVerdict } from './printed.ts';
import { createReader, type ReaderDeps } from './read-document.ts';
import { isPdf, isPictureWithPdf } from './read-pdf.ts';
import {
  findTextExcess,
  parseOwnCredentialUrl,
  parseSignedUrl,
  readReference,
  toAssertionUrl,
} from './rules.ts';

export type VerifyDeps = ReaderDeps & {
  db: Database;
  clock: Clock;
  throttle: Throttle;
  digester: Digester;
  mainThread: MainThreadTurns;
};

type Source = VerifyEitherOptions['source'];

const outsideCallLimit = { name: 'verify', points: 60, seconds: 60 };
const TIMEOUT_MS = 20_000;

export type VerifyInput = {
  url?: string | undefined;
  document?: unknown;
  file?: Buffer | undefined;
  email?: string | undefined;
  /** Client whose outbound requests are counted. */
  client: string;
};

type ChecksInput = Omit<VerifyInput, 'email'> & {
  /** An address, or several, of which one must be the recipient's. */
  email?: VerifyEitherOptions['email'];
  /** Ends the checks early. Their result says nothing then. */
  signal?: AbortSignal;
  /** Called with each document that is read. */
  onRead?: (url: string, answer: Answer) => void;
};

/** Undefined if there is nothing to check. */
export async function runChecks(
  deps: VerifyDeps,
  input: ChecksInput,
): Promise<FileVerdict | undefined> {
  const turn = await deps.mainThread.take(input.client);
  try {
    return await runChecksInTurn(deps, input, turn);
  } finally {
    turn.end();
  }
}

/**
 * Like {@link runChecks}, for a caller that ends the turn. Clears `input.file` once it is read, because the checks may
 * wait for other servers with up to 5 MiB each.
 */
export async function runChecksInTurn(
  deps: VerifyDeps,
  input: ChecksInput,
  turn: Turn,
): Promise<FileVerdict | undefined> {
  const memory = deps.digester.documents.open(input.client);
  // The verdict doesn't wait for slow endorsements.
  const end = new AbortController();
  const signals = [AbortSignal.timeout(TIMEOUT_MS), end.signal];
  if (input.signal) signals.push(input.signal);
  try {
    return await checkWithin(deps, input, turn, { memory, signal: AbortSignal.any(signals) });
  } finally {
    end.abort();
    memory.giveAll();
  }
}

async function checkWithin(
  deps: VerifyDeps,
  input: ChecksInput,
  turn: Turn,
  { memory, signal }: { memory: KeptDocuments; signal: AbortSignal },
): Promise<FileVerdict | undefined> {
  const { clock, throttle, digester } = deps;
  const { client, onRead } = input;
  if (input.file && isPictureWithPdf(input.file)) throw new PdfProblem('with_picture');
  const pdf =
    input.file && isPdf(input.file)
      ? await turn.pause(() => readPdf(deps, input, signal))
      : undefined;
  const source = pdf
    ? parseDocument(pdf.credential)
    : await resolveSource(deps, input, signal, turn);
  input.file = undefined;
  if (!source) return undefined;
  const readDocument = createReader(deps, {
    client,
    async beforeOutside() {
      await throttle.take(outsideCallLimit, client);
      leaveBodyPlace((bytes) => keepBody(digester.documents, client, bytes));
    },
    memory,
    pause: turn.pause,
    readPicture: async (bytes) => {
      const found = await turn.pause(() => digester.readPicture(client, bytes, signal));
      return 'text' in found ? found.text : undefined;
    },
    signal,
  });
  const read: ReadDocument = async (url) => {
    const answer = await readDocument(url);
    onRead?.(url, answer);
    return answer;
  };
  const digest: VerifyEitherOptions['digest'] = (document, hash) =>
    turn.pause(() => digester.digest(client, { document, hash }, signal));
  const disclose: VerifyEitherOptions['disclose'] = (document, proof) =>
    turn.pause(() => digester.disclose(client, { document, proof }, signal));
  const unpack: NonNullable<VerifyEitherOptions['unpack']> = (work) =>
    turn.pause(() => digester.unpack(client, work, signal));
  const now = clock().getTime();
  const options = { email: input.email, now, read, digest, disclose, unpack };
  const verdict = await verifyEither({ source, ...options });
  if (verdict.edition === '3.0' && !pdf) return verdict;
  const own = await findOwnCredential(deps, verdict);
  // Our own 2.0 documents contain a hash of the recipient. The credential's page also shows the name.
  const named =
    own && verdict.edition === '2.0'
      ? { ...verdict, found: { ...verdict.found, recipient: { name: own.recipientName } } }
      : verdict;
  return pdf ? addPrintedCheck(named, pdf, { isOwn: own !== undefined, options }) : named;
}

/** Counts what was uploaded like fetched documents. Others' uploads needn't wait for slow servers then. */
function keepBody(documents: DocumentMemory, client: string, bytes: number): () => void {
  const memory = documents.open(client);
  memory.take(bytes);
  return memory.giveAll;
}

const pdfMessages: Record<PdfError, string> = {
  without_credential:
    'is a PDF without a credential: send the URL or the short code printed on it instead',
  several_credentials: 'is a PDF with several credentials, but only 1 is allowed',
  encrypted: 'is an encrypted PDF',
  damaged: 'is a damaged PDF',
  too_complex: 'is a PDF that is too complex to read',
  with_picture: 'is both a picture and a PDF, so people may not see what is verified',
};

/** A PDF in which no credential can be checked. */
export class PdfProblem extends Problem {
  readonly reason: PdfError;

  constructor(reason: PdfError) {
    super('invalid_request', { details: [{ path: 'file', message: pdfMessages[reason] }] });
    this.reason = reason;
  }
}

async function readPdf(
  { digester }: VerifyDeps,
  { client, file = Buffer.alloc(0) }: ChecksInput,
  signal: AbortSignal,
): Promise<PdfDocument> {
  const found = await digester.readPdf(client, file, signal);
  if ('error' in found) throw new PdfProblem(found.error);
  return found;
}

/** An attachment is a document. It isn't fetched if it is a URL. */
function parseDocument(text: string): Source {
  return { document: refuseLongUrl('file', text) };
}

async function resolveSource(
  deps: VerifyDeps,
  { document, ...input }: ChecksInput,
  signal: AbortSignal,
  turn: Turn,
): Promise<Source | undefined> {
  const { client, file } = input;
  /** Text may be a document or its URL. */
  const parseSource = async (text: string): Promise<Source> =>
    isUrl(text) ? findSource(deps, client, text) : { document: text };
  if (file && file.length > 0) {
    const found = await turn.pause(() => deps.digester.readFile(client, file, signal));
    return parseSource(refuseLongUrl('file', requireText(found)));
  }
  if (typeof document === 'string' && document.trim() !== '')
    return parseSource(refuseLongUrl('document', document));
  if (typeof document === 'object' && document !== null) return { value: document as Json };
  return input.url ? findSource(deps, client, input.url) : undefined;
}

const isUrl = (text: string): boolean => /^\s*https?:\/\/\S+\s*$/i.test(text);

async function findSource(deps: VerifyDeps, client: string, text: string): Promise<Source> {
  const { urls } = deps;
  const named = readReference(text, urls);
  if ('url' in named) return createUrlSource(named.url, urls);
  const id = await findByShortCode(deps, client, named.code);
  // The URL of an unknown code leads nowhere.
  return { url: id ? urls.credential(id) : urls.shortCode(named.code) };
}

function createUrlSource(url: string, urls: Urls): Source {
  const isOwnSigned = parseSignedUrl(url, urls.base) !== undefined;
  return { url: isOwnSigned ? url : toAssertionUrl(url, urls.base) };
}

function requireText(file: FileText): string {
  if ('error' in file)
    throw invalid(
      'file',
      `must be a certificate (PDF), a document (JSON or JWT) or a badge image: ${file.error}`,
    );
  if (file.text === undefined)
    throw invalid(
      'file',
      'contains no credential: for a scan or photo, send the URL or the short code printed on it',
    );
  return file.text;
}

/** Same as for `url`. */
const MAX_URL_LENGTH = 2_048;

function refuseLongUrl(field: string, text: string): string {
  if (isUrl(text) && text.trim().length > MAX_URL_LENGTH)
    throw invalid(field, `is a URL of more than ${MAX_URL_LENGTH} characters`);
  const excess = findTextExcess(text);
  if (excess) throw invalid(field, excess);
  return text;
}

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

/** True if the document has the address of a credential that was erased here. Anyone may have signed it. */
export async function isErasedHere(
  { db, urls }: Pick<VerifyDeps, 'db' | 'urls'>,
  { found: { id } }: Pick<Verdict, 'found'>,
): Promise<boolean> {
  const own = id === undefined ? undefined : parseOwnCredentialUrl(id, urls.base);
  return own !== undefined && (await findErasedCredentials(db, [own.guid])).length > 0;
}
