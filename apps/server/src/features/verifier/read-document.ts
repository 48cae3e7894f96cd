import type { Answer, ReadDocument } from '@insignia/openbadges';
import { isJwt, readAnswer } from '@insignia/openbadges/either';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { toBuffer } from '../../platform/memory/own-memory.ts';
import {
  describeOutboundError,
  type Outbound,
  type OutboundResponse,
} from '../../platform/outbound/index.ts';
import { MissingSecretError } from '../../platform/secrets/index.ts';
import type { Documents } from '../documents/index.ts';
import type { Signing } from '../signing/index.ts';
import type { KeptDocuments } from './document-memory.ts';
import {
  findTextExcess,
  isOwnUrl,
  parseOwnDocumentUrl,
  parseSignedUrl,
  type SignedResource,
  toBaseUrl,
} from './rules.ts';

const deadlineMs = 10_000;
const MAX_BYTES = 1024 * 1024;
const USUAL_BYTES = 64 * 1024;
/** Fewer than a client may send in a minute, so that a record by many issuers gets a result. */
const MAX_READS = 50;
/** Maximum for all documents from elsewhere, which are kept until the verification ends. */
const MAX_ALL_BYTES = 8 * MAX_BYTES;
const accept =
  'application/ld+json, application/vc+ld+json, application/did+ld+json, application/json;q=0.9, application/statuslist+jwt;q=0.9, application/jwt;q=0.5, text/plain;q=0.4';
const web = { protocols: ['http:', 'https:'], ports: [80, 443] } as const;

export type ReaderDeps = {
  urls: Urls;
  documents: Documents;
  signing: Signing;
  /** The guarded client for documents of other issuers. */
  outbound: Outbound;
};
type ReaderOptions = {
  /** Shares connections to a host with other clients. */
  client: string;
  beforeOutside: () => Promise<void>;
  /** Where the documents of this verification count. */
  memory: KeptDocuments;
  /** Runs the request to another server. What it returns is examined afterward. */
  pause: <T>(work: () => Promise<T>) => Promise<T>;
  /** Returns the text that is baked into a picture, if any. */
  readPicture: (picture: Uint8Array) => Promise<string | undefined>;
  signal: AbortSignal;
};

/**
 * Reads our own documents internally and others through the guarded client, within the time of
 * `signal`.
 */
export function createReader(
  { urls, documents, signing, outbound }: ReaderDeps,
  { client, beforeOutside, memory, pause, readPicture, signal }: ReaderOptions,
): ReadDocument {
  const inside = async (url: string): Promise<Answer> => {
    const signed = parseSignedUrl(url, urls.base);
    if (signed)
      return readSigned(signing, signed).catch((error: unknown) => {
        if (!(error instanceof MissingSecretError)) throw error;
        return { outcome: 'unknown', problem: `can’t be signed right now: ${url}` };
      });
    const own = parseOwnDocumentUrl(url, urls.base);
    const guid = own && readId(own.guid);
    if (!own || !guid) return { status: 404, document: undefined };
    try {
      const { body } = await documents[own.kind](guid, false);
      return { status: 200, document: JSON.parse(toBuffer(body).toString('utf8')) };
    } catch (error) {
      return toMissingReply(error);
    }
  };
  const readBody = async (url: string, status: number, body: Buffer): Promise<Answer> => {
    const unread = { document: undefined, unread: `is too complex to be read at ${url}` };
    if (isTooComplex(body.toString('latin1'))) return { status, ...unread, body };
    const found = await readAnswer(body, readPicture);
    if ('fault' in found)
      return { status, document: undefined, unread: `${found.fault} at ${url}`, body };
    const { document } = found;
    // Documents baked into pictures are checked here.
    const isExcessive = typeof document === 'string' && isTooComplex(document);
    return { status, ...(isExcessive ? unread : { document }), body };
  };
  let [reads, readBytes] = [0, 0];
  const findLimit = (): string | undefined => {
    if (reads >= MAX_READS) return `${MAX_READS} documents were read before it`;
    return readBytes >= MAX_ALL_BYTES ? 'the documents before it are larger than 8 MiB' : undefined;
  };
  const outside = async (url: string): Promise<Answer> => {
    const limit = findLimit();
    if (limit) return { outcome: 'unknown', problem: `wasn’t read, because ${limit}: ${url}` };
    reads++;
    // Time ran out while other documents were examined. This says nothing about the document at the
    // address.
    if (signal.aborted) throw new Problem('busy', { retryAfterSeconds: 5 });
    try {
      const request = {
        method: 'GET',
        headers: { accept, 'user-agent': 'insignia-verify/1' },
      } as const;
      const limits = { client, deadlineMs, signal, keepBytes: MAX_BYTES };
      const { status, body, isCut } = await pause(async () => {
        await beforeOutside();
        return readWithin(memory, (beforePiece) =>
          outbound.send(outbound.target(url, web), { ...request, ...limits, beforePiece }),
        );
      });
      readBytes += body.length;
      return isCut
        ? { status, document: undefined, unread: `is larger than 1 MiB at ${url}` }
        : await readBody(url, status, body);
    } catch (error) {
      if (error instanceof Problem) throw error;
      return {
        outcome: 'unknown',
        problem: `couldn’t be fetched from ${url}: ${describeOutboundError(error as Error)}`,
      };
    }
  };
  return (url) =>
    isOwnUrl(toBaseUrl(url, urls.base), urls.base)
      ? inside(toBaseUrl(url, urls.base))
      : outside(url);
}

/** Reserves the size of most documents, and more if more arrives. Afterward, the document's own size counts. */
async function readWithin(
  memory: KeptDocuments,
  read: (beforePiece: (bytes: number) => void) => Promise<OutboundResponse>,
): Promise<OutboundResponse> {
  memory.take(USUAL_BYTES);
  let [reserved, arrived] = [USUAL_BYTES, 0];
  let size = 0;
  const beforePiece = (bytes: number): void => {
    arrived += bytes;
    if (arrived <= reserved) return;
    memory.take(arrived - reserved);
    reserved = arrived;
  };
  try {
    const response = await read(beforePiece);
    size = response.body.length;
    return response;
  } finally {
    memory.give(reserved - size);
  }
}

/** The limits apply to JSON and JWT only. */
function isTooComplex(text: string): boolean {
  const isRead = /^\s*[[{]/.test(text.slice(0, 100)) || isJwt(text);
  return isRead && findTextExcess(text) !== undefined;
}

/** A missing document. Other errors are ours. */
function toMissingReply(error: unknown): Answer {
  if (!(error instanceof Problem)) throw error;
  return { status: error.code === 'credential_gone' ? 410 : 404, document: undefined };
}

/** Our own signed documents are read as anyone would get them, without the network. */
async function readSigned(signing: Signing, { kind, id }: SignedResource): Promise<Answer> {
  const reads: Record<SignedResource['kind'], () => Promise<unknown>> = {
    did: async () => (await signing.did(id))?.document,
    list: async () => (await signing.statusList(id))?.document,
    listToken: async () => (await signing.statusListToken(id))?.token,
    credential: async () => {
      const found = await signing.credential(id);
      return found && signing.document(found);
    },
  };
  const document = await reads[kind]();
  return document ? { status: 200, document } : { status: 404, document: undefined };
}
