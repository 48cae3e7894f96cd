import { sql } from 'kysely';
import { toAddressKey } from '../../kernel/address-key.ts';
import { customPlan, type Trx } from '../../platform/db/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import { createAddressTest } from '../imports/index.ts';
import { eraseOffers } from './offers.ts';
import { hasOriginals } from './rules.ts';
import type { MoveIn, NumberedRow } from './store.ts';

/** Removes an address from waiting and failed rows, and from offers of the account. */
export async function eraseFromMoveIns(
  trx: Trx,
  accountId: string,
  emails: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ moveInId: string }>`${customPlan}
    select distinct move_in_id as "moveInId" from move_in_rows where account_id = ${accountId}`.execute(
    trx,
  );
  for (const { moveInId } of rows.sort((a, b) => (a.moveInId < b.moveInId ? -1 : 1)))
    await eraseFromMoveIn(trx, moveInId, emails);
  // A step that offers badges has the lock of its migration until it commits.
  await eraseOffers(trx, accountId, emails.map(toAddressKey));
}

async function eraseFromMoveIn(
  trx: Trx,
  moveInId: string,
  emails: readonly string[],
): Promise<void> {
  const { rows: moveIns } = await sql<Pick<MoveIn, 'source' | 'mode'>>`
    select source, mode from move_ins where id = ${moveInId} for update`.execute(trx);
  // An address in other letters may have several forms.
  const isPlain = emails.every((email) => /^[\x20-\x7e]*$/.test(email));
  const mayName = isPlain
    ? sql`exists (select from unnest(${emails.map((email) => email.toLowerCase())}::text[]) e(address)
        where strpos(lower(array_to_string(cells, ' ') collate "C"), e.address) > 0)`
    : sql`true`;
  const { rows } = await sql<NumberedRow & { waits: boolean }>`${customPlan}
    select row, cells, errors is null as waits from move_in_rows where move_in_id = ${moveInId} and ${mayName}`.execute(
    trx,
  );
  const isNamed = createAddressTest(emails);
  const named = rows.filter(({ cells }) => isNamed(cells));
  const waiting = named.filter(({ waits }) => waits).length;
  await sql`delete from move_in_rows where move_in_id = ${moveInId} and row = any(${named.map(({ row }) => row)}::int[])`.execute(
    trx,
  );
  await sql`update move_ins set skipped = skipped + ${waiting} where id = ${moveInId}`.execute(trx);
  if (moveIns.some(hasOriginals)) await rememberErased(trx, moveInId, emails);
}

const hashErased = (moveInId: string, email: string): Buffer =>
  sha256(`${moveInId} ${toAddressKey(email)}`);

/** Badges that wait may name their recipient only in a document that is still fetched. */
async function rememberErased(
  trx: Trx,
  moveInId: string,
  emails: readonly string[],
): Promise<void> {
  const hashes = emails.map((email) => hashErased(moveInId, email));
  await sql`insert into move_in_erasures (move_in_id, hash)
    select ${moveInId}, hash from unnest(${hashes}::bytea[]) hash
    where exists (select from move_in_rows where move_in_id = ${moveInId} and errors is null)
    on conflict do nothing`.execute(trx);
}

/** Addresses among these that were erased since the migration started. Lock it first. */
export async function findErased(
  trx: Trx,
  moveInId: string,
  emails: readonly string[],
): Promise<Set<string>> {
  const hashes = new Map(
    emails.map((email) => [hashErased(moveInId, email).toString('hex'), email]),
  );
  const { rows } = await sql<{ hash: string }>`${customPlan}
    select encode(hash, 'hex') as hash from move_in_erasures where move_in_id = ${moveInId}`.execute(
    trx,
  );
  return new Set(rows.flatMap(({ hash }) => hashes.get(hash) ?? []));
}
