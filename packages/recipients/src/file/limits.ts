import { importLimits } from '@insignia/contract';

const mebibyte = 1024 * 1024;

/** Limits checked before a file is parsed. */
export const fileLimits = {
  /** Larger than an import, because files may contain columns that aren't sent. */
  bytes: 20 * mebibyte,
  /** Total unpacked size of a workbook's parts. */
  unpacked: 128 * mebibyte,
  parts: 2_000,
  columns: 200,
  rows: importLimits.rows,
  /** Cells of a sheet, including empty cells between others. */
  cells: 2_000_000,
  sheets: 50,
  /** Characters per row. */
  row: 256 * 1024,
} as const;
