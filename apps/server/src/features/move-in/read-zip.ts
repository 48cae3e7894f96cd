import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** `bytes` is undefined for a file that is larger than allowed. */
export type ZipFile = { name: string; bytes: Buffer | undefined };

/** `total` limits the bytes of all files together. Entries that aren't wanted aren't unpacked. */
export type ZipLimits = {
  files: number;
  fileBytes: number;
  total: number;
  isWanted: (name: string) => boolean;
};

/** `reason` completes “the file …”. */
export class ZipError extends Error {}

const inflate = promisify(inflateRaw);

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

type Entry = { name: string; start: number; packed: number; size: number; method: number };

/**
 * Unpacks a ZIP file (PKWARE APPNOTE 6.3.10) one by one, by its directory. The sizes that it claims
 * are limits for unpacking, and no bytes of the archive are unpacked twice.
 */
export async function* readZip(zip: Buffer, limits: ZipLimits): AsyncGenerator<ZipFile> {
  const entries = listEntries(zip).filter(({ name }) => limits.isWanted(name));
  if (entries.length > limits.files)
    throw new ZipError(`must have at most ${limits.files} files. Split it into several ZIP files`);
  const fitting = entries.filter(({ size }) => size <= limits.fileBytes);
  if (fitting.reduce((sum, { size }) => sum + size, 0) > limits.total)
    throw new ZipError(
      `must have at most ${limits.total / 1024 / 1024} MiB when unpacked. Split it into several ZIP files`,
    );
  if (entries.reduce((sum, { packed }) => sum + packed, 0) > zip.length) throw damaged();
  for (const entry of entries)
    yield {
      name: entry.name,
      bytes: entry.size <= limits.fileBytes ? await unpack(zip, entry) : undefined,
    };
}

const damaged = (): ZipError => new ZipError('is a damaged ZIP file. Create it again');

function listEntries(zip: Buffer): Entry[] {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff)
    throw new ZipError('is a ZIP64 file. Split it into several ZIP files');
  const entries: Entry[] = [];
  for (let n = 0; n < count; n++) {
    if (at + ENTRY_BYTES > end || zip.readUInt32LE(at) !== ENTRY) throw damaged();
    const flags = zip.readUInt16LE(at + 8);
    if (flags & 1) throw new ZipError('is an encrypted ZIP file. Create it without a password');
    const [nameBytes, extra, comment] = [28, 30, 32].map((from) => zip.readUInt16LE(at + from)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: decodeName(zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)),
      start: zip.readUInt32LE(at + 42),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      method: zip.readUInt16LE(at + 10),
    });
    at += ENTRY_BYTES + nameBytes + extra + comment;
  }
  return entries.filter(({ name }) => !name.endsWith('/'));
}

/** Code page 850 from byte 0x80. */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** Names with slashes. Windows writes its old code page, of which 850 has Western letters. */
function decodeName(bytes: Buffer): string {
  const text = isUtf8(bytes)
    ? bytes.toString()
    : bytes
        .toString('latin1')
        .replaceAll(/[\x80-\xff]/g, (each) => codePage850.charAt(each.charCodeAt(0) - 0x80));
  return text.replaceAll('\\', '/');
}

/** The record that ends the archive, followed by a comment at most. */
function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = zip.length - END_BYTES; at >= first; at--)
    if (zip.readUInt32LE(at) === END) return at;
  throw damaged();
}

async function unpack(zip: Buffer, { start, packed, size, method }: Entry): Promise<Buffer> {
  if (start + LOCAL_BYTES > zip.length || zip.readUInt32LE(start) !== LOCAL) throw damaged();
  const from = start + LOCAL_BYTES + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
  const bytes = zip.subarray(from, from + packed);
  if (bytes.length < packed) throw damaged();
  if (method === STORED && packed === size) return bytes;
  if (method !== DEFLATED) throw damaged();
  try {
    const found = await inflate(bytes, { maxOutputLength: Math.max(1, size) });
    if (found.length === size) return found;
  } catch {
    // Reported below.
  }
  throw damaged();
}
