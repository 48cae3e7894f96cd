import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

const name = 'unsubscribe_keys';

/** Encrypted, newest first. */
export async function sealedKeys(db: Database | Trx): Promise<Buffer[]> {
  const { rows } = await sql<{ value: string }>`
    select value from settings where name = ${name}`.execute(db);
  const texts = JSON.parse(rows[0]?.value ?? '[]') as string[];
  return texts.map((text) => Buffer.from(text, 'base64'));
}

export async function setSealedKeys(trx: Trx, keys: readonly Buffer[]): Promise<void> {
  const value = JSON.stringify(keys.map((key) => key.toString('base64')));
  await sql`insert into settings (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(trx);
}
