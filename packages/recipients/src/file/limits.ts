import { importLimits } from '@insignia/contract';

const mebibyte = 1024 * 1024;

/** How much of a file is looked at before it is refused. */
export const fileLimits = {
  /** Of the file: tables of others have columns that are not sent. */
  bytes: 20 * mebibyte,
  /** Of a workbook's parts together, unpacked. */
  unpacked: 128 * mebibyte,
  parts: 2_000,
  columns: 200,
  rows: importLimits.rows,
  /** Cells of a sheet, those between them that are empty counted. */
  cells: 2_000_000,
  sheets: 50,
  /** Characters of a row. */
  row: 256 * 1024,
} as const;
