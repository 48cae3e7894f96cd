import { base64urlnopad } from '@scure/base';
import { decodeBase64Url } from '../shared/decode.ts';
import { isObject, type Json } from '../shared/read.ts';
import { credentialsContext, formatDateTime, removeEmptyMembers } from './documents.ts';
import type { Signer } from './keys.ts';
import { signClaims } from './sign.ts';

/** Minimum list size for privacy (Bitstring Status List §6.1). */
export const MIN_STATUS_LIST_ENTRIES = 131_072;
/** 2^26 entries, close to the limit that gzip can compress into a readable document. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;

/** A list with no bit set. */
export function emptyStatusList(entries = MIN_STATUS_LIST_ENTRIES): Uint8Array {
  if (entries < MIN_STATUS_LIST_ENTRIES || entries % 8 !== 0 || entries > MAX_LIST_BYTES * 8)
    throw new RangeError(
      `a status list has ${MIN_STATUS_LIST_ENTRIES} entries or more, in whole bytes`,
    );
  return new Uint8Array(entries / 8);
}

/** Index 0 is the left-most bit (§2.2). Throws if the list has no such entry. */
export function readStatus(list: Uint8Array, index: number): boolean {
  return ((readByte(list, index) >> (7 - (index % 8))) & 1) === 1;
}

/** Sets or clears a bit in place. */
export function writeStatus(list: Uint8Array, index: number, isSet: boolean): void {
  const mask = 1 << (7 - (index % 8));
  const byte = readByte(list, index);
  list[Math.floor(index / 8)] = isSet ? byte | mask : byte & ~mask;
}

function readByte(list: Uint8Array, index: number): number {
  if (!Number.isSafeInteger(index) || index < 0 || index >= list.length * 8)
    throw new RangeError(`the status list has no entry ${index}`);
  return list[Math.floor(index / 8)] ?? 0;
}

/** `encodedList`: gzip, base64url without padding, as multibase (§3.3). */
export async function encodeStatusList(list: Uint8Array): Promise<string> {
  return `u${base64urlnopad.encode(await pipe(new CompressionStream('gzip'), list))}`;
}

/** Decodes an `encodedList` (§3.4). Throws if invalid or larger than `maxBytes`, by default 8 MiB. */
export async function decodeStatusList(
  encoded: string,
  maxBytes = MAX_LIST_BYTES,
): Promise<Uint8Array> {
  if (!encoded.startsWith('u')) throw new Error('not base64url as multibase');
  const packed = decodeBase64Url(encoded.slice(1));
  return pipe(new DecompressionStream('gzip'), packed, maxBytes);
}

async function pipe(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array,
  maxBytes = MAX_LIST_BYTES,
): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of source.pipeThrough(stream)) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxBytes) throw new Error('the status list is too large');
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

export type StatusListFacts = {
  /** Published address. */
  id: string;
  /** The issuer's id. */
  issuer: string;
  purpose: 'revocation' | 'suspension';
  encodedList: string;
  validFrom: Date;
  validUntil?: Date | undefined;
  /** Cache lifetime in milliseconds. */
  ttl?: number | undefined;
};

/** An unsigned BitstringStatusListCredential (§2.2). */
export function statusListDocument(facts: StatusListFacts): Json {
  return removeEmptyMembers({
    '@context': [credentialsContext],
    id: facts.id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: facts.issuer,
    validFrom: formatDateTime(facts.validFrom),
    validUntil: facts.validUntil && formatDateTime(facts.validUntil),
    credentialSubject: removeEmptyMembers({
      id: `${facts.id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: facts.purpose,
      encodedList: facts.encodedList,
      ttl: facts.ttl,
    }),
  });
}

export type StatusListTokenFacts = {
  /** Published address. */
  uri: string;
  /** The bits of the list, as for {@link encodeStatusList}. */
  list: Uint8Array;
  issuedAt: Date;
  expires: Date;
  /** Cache lifetime in seconds. */
  ttl?: number | undefined;
};

/** Claims of a Status List Token (Token Status List, draft 21, §5.1) with one bit for each credential. */
export async function statusListClaims({
  uri,
  list,
  issuedAt,
  expires,
  ttl,
}: StatusListTokenFacts): Promise<Json> {
  const packed = await pipe(new CompressionStream('deflate'), list.map(reverseBits));
  return {
    sub: uri,
    iat: Math.floor(issuedAt.getTime() / 1_000),
    exp: Math.floor(expires.getTime() / 1_000),
    ...(ttl !== undefined && { ttl }),
    status_list: { bits: 1, lst: base64urlnopad.encode(packed) },
  };
}

/** Signs claims from {@link statusListClaims} (`application/statuslist+jwt`). */
export function signStatusListToken(claims: Json, signer: Signer): Promise<string> {
  return signClaims(claims, signer, statusListTyp);
}

export const statusListTyp = 'statuslist+jwt';

/** Index 0 is the left-most bit of a Bitstring Status List and the right-most one here (§4.1). */
function reverseBits(byte: number): number {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
}

/** A decompressed list of a Status List Token. */
export type TokenStatusList = { bits: number; bytes: Uint8Array };

/** Decodes the `status_list` claim (§4.2). Throws if invalid or larger than `maxBytes`, by default 8 MiB. */
export async function decodeTokenStatusList(
  claim: unknown,
  maxBytes = MAX_LIST_BYTES,
): Promise<TokenStatusList> {
  const { bits, lst } = isObject(claim) ? claim : {};
  if (typeof bits !== 'number' || ![1, 2, 4, 8].includes(bits) || typeof lst !== 'string')
    throw new Error('not a status list');
  const packed = decodeBase64Url(lst);
  return { bits, bytes: await pipe(new DecompressionStream('deflate'), packed, maxBytes) };
}

/** The status at this index (§7): 0 valid, 1 invalid, 2 suspended. Undefined if there is none. */
export function readTokenStatus({ bits, bytes }: TokenStatusList, index: number) {
  const [at, byte] = [index * bits, bytes[Math.floor((index * bits) / 8)]];
  return byte === undefined ? undefined : (byte >> (at % 8)) & (2 ** bits - 1);
}

/** Maximum for all lists of a document: two of the largest size, or 1,024 of the usual one. */
const MAX_UNPACKED_BYTES = 2 * MAX_LIST_BYTES;

/**
 * Status lists of one document that is being verified. It may name the same few lists hundreds of
 * times, and unpacking one of 8 MiB takes some 30 ms.
 */
export type StatusLists = {
  /** Runs once for each name. Proven lists stay packed, which takes far less memory. */
  prove: <T>(name: string, run: () => Promise<T>) => Promise<T>;
  /** Unpacks one list after the other, or returns a phrase that says why not. */
  unpack: <T extends { bytes: Uint8Array }>(
    run: (maxBytes: number) => Promise<T>,
  ) => Promise<T | string>;
};

/** Runs the decompression of one status list, for example in a queue. */
export type UnpackTurn = <T>(unpack: () => Promise<T>) => Promise<T>;

export function createStatusLists(takeTurn: UnpackTurn = (unpack) => unpack()): StatusLists {
  const proven = new Map<string, Promise<unknown>>();
  let left = MAX_UNPACKED_BYTES;
  let turn: Promise<unknown> = Promise.resolve();
  return {
    prove<T>(name: string, run: () => Promise<T>) {
      const found = (proven.get(name) as Promise<T> | undefined) ?? run();
      proven.set(name, found);
      return found;
    },
    unpack(run) {
      const unpacked = turn.then(async () => {
        const maxBytes = Math.min(left, MAX_LIST_BYTES);
        // A refused turn says nothing about the list.
        const found = await takeTurn(() => run(maxBytes).catch(() => undefined));
        left -= found?.bytes.length ?? maxBytes;
        if (found) return found;
        return maxBytes < MAX_LIST_BYTES
          ? 'is too large to be read together with the others'
          : 'can’t be decompressed';
      });
      turn = unpacked;
      return unpacked;
    },
  };
}
