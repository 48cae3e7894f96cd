import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { guessDelimiter } from './delimiter.ts';
import { fileLimits } from './limits.ts';
import { type Delimiter, type FileRow, isBlankRow, UnreadableFileError } from './table.ts';

/** Parses delimited text. Accepts mixed line endings and quotation marks inside cells. */
export function readText(text: string): { rows: FileRow[]; delimiter: Delimiter } {
  const delimiter = guessDelimiter(text);
  const rows: FileRow[] = [];
  const keep = (
    cells: string[],
    { records, empty_lines }: { records: number; empty_lines: number },
  ) => {
    if (cells.length > fileLimits.columns)
      throw new UnreadableFileError({ fault: 'columns', at: cells.length });
    if (!isBlankRow(cells)) rows.push({ number: records + empty_lines, cells });
    // Plus one, because the first row may be a header.
    if (rows.length > fileLimits.rows + 1) throw new UnreadableFileError({ fault: 'rows' });
    return null;
  };
  try {
    parse(text, {
      delimiter,
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: fileLimits.row,
      on_record: keep,
    });
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFileError(findRowError(error, text)) : error;
  }
  return { rows, delimiter };
}

/** An endless row means an unclosed quotation mark, unless a single line is that long. */
function findRowError(error: CsvError, text: string): UnreadableFileError['why'] {
  const at = Number(error.records ?? 0) + Number(error.empty_lines ?? 0) + 1;
  const line = Number(error.lines ?? 1);
  const length = text.split(/\r?\n|\r/, line)[line - 1]?.length ?? 0;
  const isLong = error.code === 'CSV_MAX_RECORD_SIZE' && length > fileLimits.row;
  return { fault: isLong ? 'wideRow' : 'quote', at };
}
