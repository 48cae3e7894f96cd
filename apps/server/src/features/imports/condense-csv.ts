const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The parser gets pieces of this size, a few milliseconds of work, and yields after each. */
export const MAX_PIECE_BYTES = 16 * 1024;
export const MAX_PIECE_ROWS = 250;

/**
 * Yields a CSV file in pieces, without the empty cells at the end of each row. Spreadsheets write
 * thousands of these cells, and the parser takes a microsecond for each. Rows keep their line
 * breaks, and therefore their numbers.
 */
export function* condenseCsv(bytes: Buffer, delimiters: string): Generator<Buffer> {
  const scan = createScanner(bytes, delimiters);
  let piece = Buffer.allocUnsafe(MAX_PIECE_BYTES);
  let used = 0;
  let rows = 0;
  const take = (): Buffer => {
    const filled = piece.subarray(0, used);
    piece = Buffer.allocUnsafe(MAX_PIECE_BYTES);
    used = 0;
    rows = 0;
    return filled;
  };
  const put = (from: number, to: number): void => {
    for (let at = from; at < to; at++) piece[used++] = bytes[at] as number;
  };
  for (let start = 0; start < bytes.length; start = scan.end) {
    scan.next(start);
    let from = start;
    if (used + scan.end - from > MAX_PIECE_BYTES) yield take();
    for (; scan.keptEnd - from > MAX_PIECE_BYTES / 2; from += MAX_PIECE_BYTES / 2)
      yield bytes.subarray(from, from + MAX_PIECE_BYTES / 2);
    put(from, scan.keptEnd);
    put(scan.breakStart, scan.end);
    if (scan.keptEnd > start) rows++;
    if (rows === MAX_PIECE_ROWS) yield take();
  }
  yield take();
}

/** Returns the first rows that have a filled cell, `maxBytes` of them in total. */
export function findFilledRows(
  bytes: Buffer,
  delimiters: string,
  maxRows: number,
  maxBytes: number,
): Buffer[] {
  const scan = createScanner(bytes, delimiters);
  const rows: Buffer[] = [];
  let bytesLeft = maxBytes;
  for (
    let start = 0;
    start < bytes.length && rows.length < maxRows && bytesLeft > 0;
    start = scan.end
  ) {
    scan.next(start);
    const row = bytes.subarray(start, Math.min(scan.keptEnd, start + bytesLeft));
    if (row.length > 0) rows.push(row);
    bytesLeft -= row.length;
  }
  return rows;
}

type Scanner = {
  /**
   * Positions where the filled cells of the row end, where its line break begins, and where the
   * next row begins.
   */
  keptEnd: number;
  breakStart: number;
  end: number;
  next: (start: number) => void;
};

const CONTENT = 0;
const SEPARATOR = 1;
const BLANK = 2;
const QUOTATION = 3;
const BREAK = 4;

/** Creates one object for all rows, because a file may have millions. */
function createScanner(bytes: Buffer, delimiters: string): Scanner {
  const lineBreak = findLineBreak(bytes);
  const [first = LINE_FEED, second] = lineBreak;
  const kinds = new Uint8Array(256);
  for (const byte of Buffer.from(' \t')) kinds[byte] = BLANK;
  for (const byte of Buffer.from(delimiters)) kinds[byte] = SEPARATOR;
  kinds[QUOTE] = QUOTATION;
  kinds[first] = BREAK;
  const classifyByte = (at: number, isQuoted: boolean): number => {
    const kind = kinds[bytes[at] as number] as number;
    if (isQuoted) return kind === QUOTATION ? kind : CONTENT;
    const isHalfBreak = kind === BREAK && second !== undefined && bytes[at + 1] !== second;
    return isHalfBreak ? CONTENT : kind;
  };
  return {
    ...{ keptEnd: 0, breakStart: 0, end: 0 },
    next(start) {
      let isQuoted = false;
      let isFilled = false;
      let keptEnd = start;
      let at = start;
      while (at < bytes.length) {
        const kind = classifyByte(at, isQuoted);
        if (kind === BREAK) break;
        at++;
        isQuoted = isQuoted !== (kind === QUOTATION);
        isFilled = kind !== SEPARATOR && (isFilled || kind !== BLANK);
        if (isFilled) keptEnd = at;
      }
      this.keptEnd = keptEnd;
      this.breakStart = at;
      this.end = Math.min(bytes.length, at + lineBreak.length);
    },
  };
}

/**
 * Finds the line break as the parser does: the first one outside quotation marks applies to the
 * whole file.
 */
function findLineBreak(bytes: Buffer): number[] {
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (!isQuoted && byte === LINE_FEED) return [LINE_FEED];
    else if (!isQuoted && byte === CARRIAGE_RETURN)
      return bytes[at + 1] === LINE_FEED ? [CARRIAGE_RETURN, LINE_FEED] : [CARRIAGE_RETURN];
  }
  return [LINE_FEED];
}
