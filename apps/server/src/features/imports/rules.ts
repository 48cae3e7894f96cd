import {
  canonicalAddress,
  errors,
  foldAddress,
  type ImportColumns,
  type ImportRowError,
  parseCredentialId,
} from '@insignia/contract';

/** A row numbered as in a spreadsheet. */
export type ImportFileRow = {
  cells: string[];
  number: number;
  /** Number of the first row with the same address, if another precedes it. */
  firstRow?: number | null;
};

/** Adds the number of the first row with the same address, or the same ID in corrections. */
export function findFirstRows(
  rows: readonly ImportFileRow[],
  { id, email }: ImportColumns,
): ImportFileRow[] {
  const first = new Map<string, number>();
  const readKey = ({ cells }: ImportFileRow): string | undefined =>
    id === undefined ? foldAddress(cells[email] ?? '') : parseCredentialId(cells[id] ?? '');
  return rows.map((row) => {
    const key = readKey(row);
    const firstRow = key === undefined ? null : (first.get(key) ?? null);
    if (key !== undefined && firstRow === null) first.set(key, row.number);
    return { ...row, firstRow };
  });
}

/** Pending rows with their numbers in the file. */
export type RowBatch = {
  firstRow: number;
  rows: string[][];
  numbers: number[] | null;
  firstRows?: (number | null)[] | null;
};

const MAX_BATCH_ROWS = 1_000;
/** Cost of a batch: characters of text plus an overhead per cell. */
const MAX_BATCH_COST = 512 * 1024;
const CELL_COST = 4;

/** Splits rows into batches that are processed without yielding. */
export function* splitIntoBatches(rows: readonly ImportFileRow[]): Generator<ImportFileRow[]> {
  let batch: ImportFileRow[] = [];
  let cost = 0;
  for (const row of rows) {
    const more = row.cells.reduce((sum, cell) => sum + cell.length + CELL_COST, 0);
    if (batch.length > 0 && (batch.length === MAX_BATCH_ROWS || cost + more > MAX_BATCH_COST)) {
      yield batch;
      [batch, cost] = [[], 0];
    }
    batch.push(row);
    cost += more;
  }
  if (batch.length > 0) yield batch;
}

/** Versions that didn't count blank rows stored no numbers. */
export function listRowNumbers({ firstRow, rows, numbers }: RowBatch): number[] {
  return numbers ?? rows.map((_, at) => firstRow + at + 1);
}

/** A change of a dry run, for people. */
export type ShownCorrection = {
  row: number;
  id: string;
  name: string;
  changes: { field: string; before: string | null; after: string | null }[];
};

/** Error of a row beyond the quota. */
export const quotaError: ImportRowError = { field: '', message: errors.quota_reached.text };

/** Error of a corrected row whose email is beyond the limit of the day. */
export const mailLimitError: ImportRowError = {
  field: '',
  message: 'emails of today are used up: correct this row tomorrow, or without an email',
};

const endsWithinAddress = /[\p{L}\p{N}._%+-]'?$/u;
const continuesAddress = /^\.?[\p{L}\p{N}-]/u;

/** With an @ in any form, and short: normalizing takes quadratic time in the marks of a letter. */
const mayBeAddress = (word: string): boolean =>
  word.length <= MAX_TYPED_ADDRESS && /[@\ufe6b\uff20]/.test(word);
/** At most 254 characters, each typed as up to four. */
const MAX_TYPED_ADDRESS = 4 * 254;

/** Returns a test whether a cell contains one of the addresses as a whole word. */
export function createAddressTest(
  addresses: readonly string[],
): (cells: readonly string[]) => boolean {
  const searched = new Set(addresses.map((address) => address.toLowerCase()));
  const isWanted = (word: string) =>
    mayBeAddress(word) && searched.has(canonicalAddress(word.normalize('NFC')).toLowerCase());
  return (cells) =>
    cells.some((cell) => {
      if (cell.split(/[\s,;:<>()"]+/).some(isWanted)) return true;
      const text = cell.toLowerCase();
      return [...searched].some((address) => containsWhole(text, address));
    });
}

function containsWhole(text: string, address: string): boolean {
  if (!text.includes(address)) return false;
  const around = text.split(address);
  return around.slice(1).some((after, at) => {
    const before = around[at]?.slice(-4) ?? '';
    return !endsWithinAddress.test(before) && !continuesAddress.test(after);
  });
}

export type ImportStatus = 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
const finishedStatuses: ImportStatus[] = ['completed', 'failed', 'cancelled'];

export function isFinished(status: ImportStatus): boolean {
  return finishedStatuses.includes(status);
}

/** Files and failed rows contain personal data: 7 days. */
export const importRetentionMs = 7 * 86_400_000;

/** For all failed rows of an account, with their errors. More than ten files of the largest size. */
export const MAX_FAILED_BYTES = 100 * 1024 * 1024;

export type ImportCommand = 'pause' | 'resume' | 'cancel';

/** Next status after a command. Repeating a command changes nothing. */
export function decideImportStatus(
  command: ImportCommand,
  status: ImportStatus,
): { refuse: 'import_finished' } | { status: ImportStatus; starts?: true } {
  if (command === 'cancel' && status === 'cancelled') return { status };
  if (isFinished(status)) return { refuse: 'import_finished' };
  if (command === 'pause') return { status: 'paused' };
  if (command === 'cancel') return { status: 'cancelled' };
  return status === 'paused' ? { status: 'queued', starts: true } : { status };
}
