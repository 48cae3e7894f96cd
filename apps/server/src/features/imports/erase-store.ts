import { type RawBuilder, sql } from 'kysely';
import { customPlan, type Trx } from '../../platform/db/index.ts';
import { createAddressTest, listRowNumbers, type RowBatch } from './rules.ts';

/** Removes addresses and ids from pending and failed rows of the account. */
export async function eraseFromImports(
  trx: Trx,
  accountId: string,
  { emails, ids }: { emails: string[]; ids: string[] },
): Promise<void> {
  const addresses = emails.map((email) => email.toLowerCase());
  const hasIds = await hasCorrections(trx, accountId);
  const words = [...new Set([...addresses, ...(hasIds ? ids : [])])];
  for (const group of Object.values(Object.groupBy(words, hasOneForm)))
    await eraseWords(trx, accountId, group);
  if (hasIds) await eraseFromDryRuns(trx, accountId, ids, addresses);
}

/**
 * Rows store an address as it was typed, so SQL can only look for an address that has a single
 * form.
 */
const hasOneForm = (word: string): 'one' | 'several' =>
  /[^\x20-\x7e]/.test(word) ? 'several' : 'one';

/** Reads the rows of the account once, however many words there are. All have one form, or several. */
async function eraseWords(trx: Trx, accountId: string, words: readonly string[]): Promise<void> {
  for (const importId of await lockImportsWithWord(trx, accountId, words))
    await eraseFromWaitingRows(trx, importId, words);
  await eraseFromFailedRows(trx, accountId, words);
}

/** True if rows of the account may have ids of credentials. */
async function hasCorrections(trx: Trx, accountId: string): Promise<boolean> {
  const { rows } = await sql`${customPlan}
    select 1 from imports where account_id = ${accountId} and corrects limit 1`.execute(trx);
  return rows.length > 0;
}

/** Removes what dry runs would change. */
async function eraseFromDryRuns(
  trx: Trx,
  accountId: string,
  ids: string[],
  emails: string[],
): Promise<void> {
  const isErased = sql`(c->>'id' = any(${ids}::text[]) or exists (select from unnest(${emails}::text[]) e where strpos(lower(c::text collate "C"), e) > 0))`;
  await sql`${customPlan}
    update imports i set corrections = (
      select coalesce(jsonb_agg(c order by (c->>'row')::int), '[]') from jsonb_array_elements(i.corrections) c
      where not ${isErased})
    where account_id = ${accountId} and corrects and corrections is not null
      and exists (select from jsonb_array_elements(i.corrections) c where ${isErased})`.execute(
    trx,
  );
}

// Bytewise on ASCII, so that every PostgreSQL version matches the same rows. Without the offset,
// PostgreSQL would convert the text for each word.
const mayName = (text: RawBuilder<unknown>, words: readonly string[]) =>
  words.some((word) => hasOneForm(word) === 'several')
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from (select lower(${text} collate "C") as searched offset 0) t, unnest(${[...words]}::text[]) word
        where strpos(t.searched, word) > 0)`;

/** Imports with one of the words, locked until the transaction ends. */
async function lockImportsWithWord(
  trx: Trx,
  accountId: string,
  words: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${customPlan}
    select id from imports i where account_id = ${accountId} and exists (
      select 1 from import_chunks where import_id = i.id and ${mayName(sql`rows::text`, words)})
    order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

async function eraseFromWaitingRows(
  trx: Trx,
  importId: string,
  words: readonly string[],
): Promise<void> {
  const { rows: batches } = await sql<RowBatch>`
    select first_row as "firstRow", rows, numbers, first_rows as "firstRows" from import_chunks
    where import_id = ${importId} and ${mayName(sql`rows::text`, words)}`.execute(trx);
  const isErased = createAddressTest(words);
  let erased = 0;
  for (const batch of batches) {
    const { firstRow, rows } = batch;
    const numbers = listRowNumbers(batch);
    const remaining = rows.flatMap((cells, at) =>
      isErased(cells) ? [] : [{ cells, number: numbers[at], first: batch.firstRows?.[at] ?? null }],
    );
    erased += rows.length - remaining.length;
    const left = JSON.stringify(remaining.map(({ cells }) => cells));
    const numbersLeft = remaining.map(({ number }) => number);
    const firstRows = remaining.map(({ first }) => first);
    const which = sql`where import_id = ${importId} and first_row = ${firstRow}`;
    await (remaining.length === 0
      ? sql`delete from import_chunks ${which}`
      : sql`update import_chunks set rows = ${left}, numbers = ${numbersLeft}, first_rows = ${firstRows} ${which}`
    ).execute(trx);
  }
  await sql`update imports set skipped = skipped + ${erased} where id = ${importId}`.execute(trx);
}

type StoredFailedRow = { importId: string; row: number; cells: string[]; folded: string };

async function eraseFromFailedRows(
  trx: Trx,
  accountId: string,
  words: readonly string[],
): Promise<void> {
  const inCells = mayName(sql`array_to_string(cells, ' ')`, words);
  const { rows } = await sql<StoredFailedRow>`${customPlan}
    select import_id as "importId", row, cells, email_search as folded from import_errors
    where account_id = ${accountId} and (email_search = any(${[...words]}::text[]) or ${inCells})`.execute(
    trx,
  );
  const isErased = createAddressTest(words);
  const folded = new Set(words);
  const found = rows.filter((row) => folded.has(row.folded) || isErased(row.cells));
  await sql`delete from import_errors e using unnest(${found.map(({ importId }) => importId)}::uuid[], ${found.map(({ row }) => row)}::int[])
    as f(import_id, row) where e.import_id = f.import_id and e.row = f.row`.execute(trx);
}
