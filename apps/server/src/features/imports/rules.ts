import { canonicalAddress, errors, type ImportFault } from '@insignia/contract';

/** A row numbered as in a spreadsheet. */
export type Row = { cells: string[]; number: number };

/** Pending rows with their numbers in the file. */
export type Chunk = { firstRow: number; rows: string[][]; numbers: number[] | null };

const mostRows = 1_000;
/** Text, plus overhead per cell. */
const mostOfChunk = 512 * 1024;
const costOfCell = 4;

/** Splits rows into batches that are processed without yielding. */
export function* chunksOf(rows: readonly Row[]): Generator<Row[]> {
  let chunk: Row[] = [];
  let cost = 0;
  for (const row of rows) {
    const more = row.cells.reduce((sum, cell) => sum + cell.length + costOfCell, 0);
    if (chunk.length > 0 && (chunk.length === mostRows || cost + more > mostOfChunk)) {
      yield chunk;
      [chunk, cost] = [[], 0];
    }
    chunk.push(row);
    cost += more;
  }
  if (chunk.length > 0) yield chunk;
}

/** Versions that didn't count blank rows stored no numbers. */
export function numbersOf({ firstRow, rows, numbers }: Chunk): number[] {
  return numbers ?? rows.map((_, at) => firstRow + at + 1);
}

/** Error of a row beyond the quota. */
export const quotaFault: ImportFault = { field: '', message: errors.quota_reached.text };

const endsInside = /[\p{L}\p{N}._%+-]'?$/u;
const goesOn = /^\.?[\p{L}\p{N}-]/u;

/** True if a cell contains the address as a whole word. */
export function namesAddress(cells: string[], address: string): boolean {
  const wanted = address.toLowerCase();
  const isWanted = (word: string) =>
    canonicalAddress(word.normalize('NFC')).toLowerCase() === wanted;
  return cells.some((cell) => {
    if (cell.split(/[\s,;:<>()"]+/).some(isWanted)) return true;
    const around = cell.toLowerCase().split(wanted);
    return around.slice(1).some((after, at) => {
      const before = around[at]?.slice(-4) ?? '';
      return !endsInside.test(before) && !goesOn.test(after);
    });
  });
}

export type Status = 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
const ended: Status[] = ['completed', 'failed', 'cancelled'];

export function isOver(status: Status): boolean {
  return ended.includes(status);
}

/** Files and failed rows contain personal data: 7 days. */
export const keptMs = 7 * 86_400_000;

/** Next status after an order. Repeating an order changes nothing. */
export function decide(
  order: 'pause' | 'resume' | 'cancel',
  status: Status,
): { refuse: 'import_finished' } | { status: Status; starts?: true } {
  if (order === 'cancel' && status === 'cancelled') return { status };
  if (isOver(status)) return { refuse: 'import_finished' };
  if (order === 'pause') return { status: 'paused' };
  if (order === 'cancel') return { status: 'cancelled' };
  return status === 'paused' ? { status: 'queued', starts: true } : { status };
}
