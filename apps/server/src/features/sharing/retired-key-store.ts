import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';

const SETTING_NAME = 'unsubscribe_keys';

/** Encrypted, newest first. */
export async function readSealedKeys(db: Database | Trx): Promise<Buffer[]> {
  const { rows } = await sql<{ value: string }>`
    select value from settings where name = ${SETTING_NAME}`.execute(db);
  const texts = JSON.parse(rows[0]?.value ?? '[]') as string[];
  return texts.map((text) => Buffer.from(text, 'base64'));
}

export async function saveSealedKeys(trx: Trx, keys: readonly Buffer[]): Promise<void> {
  const value = JSON.stringify(keys.map((key) => key.toString('base64')));
  await sql`insert into settings (name, value) values (${SETTING_NAME}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(trx);
}
