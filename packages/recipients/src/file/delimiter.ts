import { countKnownColumns } from '@insignia/contract';
import { parse } from 'csv-parse/browser/esm/sync';
import type { Delimiter } from './table.ts';

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
const headLength = 64 * 1024;
const headRows = 20;

function takeHead(text: string, delimiter: Delimiter): string[][] {
  try {
    return parse(text.slice(0, headLength), {
      delimiter,
      to: headRows,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
    });
  } catch {
    return [];
  }
}

/** Scores a delimiter: equal row widths count, known header words count more. */
function scoreDelimiter(rows: string[][]): number {
  const [header = []] = rows;
  if (header.length < 2) return 0;
  const alike = rows.filter(({ length }) => length === header.length).length;
  return countKnownColumns(header) * 10 + alike / rows.length;
}

export function guessDelimiter(text: string): Delimiter {
  const scored = delimiters.map((delimiter) => ({
    delimiter,
    score: scoreDelimiter(takeHead(text, delimiter)),
  }));
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}
