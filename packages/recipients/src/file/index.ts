import { headerSearchRows } from '@insignia/contract';
import { findTableStart } from '../columns/header.ts';
import { decodeText, parseDelimitedText, startsWith } from './read-text.ts';
import { readWorkbook } from './read-workbook.ts';
import {
  type FileError,
  fileLimits,
  type RecipientFile,
  type TextEncoding,
  UnreadableFileError,
  type Worksheet,
} from './table.ts';

const zip = [0x50, 0x4b, 0x03, 0x04];
const oldOffice = [0xd0, 0xcf, 0x11, 0xe0];
/** Signatures of files that are often renamed: PDF, PNG, JPEG, GIF, gzip. */
const otherSignatures = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x1f, 0x8b],
];
const openDocument = 'application/vnd.oasis.opendocument';

function isOpenDocument(bytes: Uint8Array): boolean {
  return new TextDecoder('windows-1252').decode(bytes.subarray(0, 120)).includes(openDocument);
}

/**
 * Reads a file by its content, regardless of its name, or returns why it can't be read. The
 * encoding is guessed unless the user chose one.
 */
export async function readRecipients(
  bytes: Uint8Array,
  encoding?: TextEncoding,
): Promise<RecipientFile | FileError> {
  try {
    const read = await readAny(bytes, encoding);
    if (read.sheets.length === 0) return { reason: 'empty' };
    if (read.sheets.some(hasTooManyRows)) return { reason: 'rows' };
    return read;
  } catch (error) {
    if (error instanceof UnreadableFileError) return error.why;
    throw error;
  }
}

/** Rows below the header. Without a header, one more. */
function hasTooManyRows({ rows }: Worksheet): boolean {
  const { firstRow } = findTableStart(rows.slice(0, headerSearchRows).map(({ cells }) => cells));
  return rows.length - firstRow > fileLimits.rows + 1;
}

async function readAny(
  bytes: Uint8Array,
  chosen: TextEncoding | undefined,
): Promise<RecipientFile> {
  if (bytes.length === 0) throw new UnreadableFileError({ reason: 'empty' });
  if (bytes.length > fileLimits.bytes) throw new UnreadableFileError({ reason: 'large' });
  if (startsWith(bytes, oldOffice)) throw new UnreadableFileError({ reason: 'oldWorkbook' });
  if (startsWith(bytes, zip)) {
    if (isOpenDocument(bytes)) throw new UnreadableFileError({ reason: 'openDocument' });
    return { understood: { kind: 'workbook' }, sheets: await readWorkbook(bytes) };
  }
  if (otherSignatures.some((mark) => startsWith(bytes, mark)))
    throw new UnreadableFileError({ reason: 'binary' });
  const { text, encoding } = decodeText(bytes, chosen);
  const { rows, delimiter } = parseDelimitedText(text);
  const sheets: Worksheet[] = rows.length > 0 ? [{ name: '', rows }] : [];
  return { understood: { kind: 'text', encoding, delimiter }, sheets };
}
