import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { csvOptions } from '../../kernel/csv.ts';
import type { Database } from '../../platform/db/index.ts';
import { keepCall } from '../../platform/limits/call-context.ts';
import { errorsPage } from './error-store.ts';

const pageRows = 1_000;

/**
 * Failed rows as uploaded, with formulas disarmed and an error column, ready to correct and upload
 * again.
 */
export function errorsCsv(db: Database, importId: string, header: string[]): Readable {
  async function* rows(): AsyncGenerator<string[]> {
    for (let last = 0; ; ) {
      const page = await errorsPage(db, importId, last, pageRows);
      for (const { cells, faults } of page) {
        const error = faults.map(({ field, message }) => `${field} ${message}`.trim()).join('; ');
        yield [...header.map((_, at) => cells[at] ?? ''), error];
      }
      const end = page.at(-1);
      if (!end || page.length < pageRows) return;
      last = end.row;
    }
  }
  const columns = [...header, 'error'];
  return Readable.from(keepCall(rows())).compose(
    stringify({ header: true, columns, ...csvOptions }),
  );
}
