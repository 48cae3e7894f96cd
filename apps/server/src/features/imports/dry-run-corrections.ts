import type { CorrectionRowContext } from '@insignia/contract';
import type { Trx } from '../../platform/db/index.ts';
import { readBadgeAttributes, readToCorrect } from '../credentials/index.ts';
import { decideCorrections, describeCorrection, parseCorrections } from './correct-rows.ts';
import { findNextRowBatch, insertErrors, insertProcessed } from './rows-store.ts';
import type { ShownCorrection } from './rules.ts';
import { addImportCounts, type ImportJob, setImportStatus, storeCorrections } from './store.ts';

const MAX_SHOWN = 1_000;
/** A badge may have many custom fields, and each may be long. */
const MAX_SHOWN_CHARACTERS = 512 * 1024;

/** Checks corrections without making them, and stores what they would change. */
export async function dryRunCorrections(
  trx: Trx,
  work: ImportJob,
  schema: CorrectionRowContext['schema'],
  now: Date,
): Promise<void> {
  const { defined: attributes } = await readBadgeAttributes(trx, work);
  const { id, accountId, badgeId, columns } = work;
  const shown: ShownCorrection[] = [];
  let room = MAX_SHOWN_CHARACTERS;
  const counts = { issued: 0, failed: 0, skipped: 0 };
  let after = 0;
  for (;;) {
    const chunk = await findNextRowBatch(trx, id, after);
    if (!chunk) break;
    after = chunk.firstRow;
    const rows = parseCorrections(chunk, { ...work, schema, attributes });
    const ids = rows.parsed.map(({ correction }) => correction.id);
    const credentials = await readToCorrect(trx, accountId, ids);
    const decided = decideCorrections(rows, credentials, { badgeId, columns, now });
    await insertErrors(trx, work, decided.bad);
    for (const correction of decided.corrections.slice(0, MAX_SHOWN - shown.length)) {
      const described = describeCorrection(correction);
      room -= JSON.stringify(described).length;
      if (room > 0) shown.push(described);
    }
    counts.failed += decided.bad.length;
    counts.skipped += decided.unchanged.length;
    await insertProcessed(trx, id, chunk, { skipped: decided.unchanged });
  }
  await storeCorrections(trx, id, shown);
  await addImportCounts(trx, id, counts);
  await setImportStatus(trx, id, 'completed', now);
}
